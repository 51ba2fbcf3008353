'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { useMinute } from '#components/ui/data/use-minute.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { canBeDone, type InboxKind, type PutAsideFor } from '#lib/admin/inbox/schema.ts';
import type { InboxEntryView } from '#lib/admin/inbox/views.ts';
import { formatDay, formatMoney, utcTime } from '#lib/base/text/format.ts';
import { EntryAction } from './entry-action.tsx';
import { factOf, placeOf, ROW_LABELS, sinceText } from './entry-text.ts';
import { Sparkline } from './sparkline.tsx';
import { idOf } from './use-put-aside.ts';

const BAD: readonly InboxKind[] = ['jobs', 'hosts', 'billing'];

type EntryProps = {
  entry: InboxEntryView;
  currency: string;
  site: string;
  onPutAside: (entry: InboxEntryView, time: PutAsideFor) => void;
  onBringBack: (id: string) => void;
};

/** One entry: who, what, since when, a picture, the money at risk, and what to do. */
export function Entry({ entry, currency, site, onPutAside, onBringBack }: EntryProps) {
  const { kind, name, plan, put_aside: putAside } = entry;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 text-small has-[[data-row]:focus-visible]:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 space-y-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
          <Badge tone={BAD.includes(kind) ? 'bad' : 'warning'}>{ROW_LABELS[kind]}</Badge>
          <a
            href={placeOf(entry)}
            data-row={idOf(entry)}
            className="text-body rounded-sm font-medium wrap-anywhere underline-offset-4 hover:underline"
          >
            <Breakable text={name} />
          </a>
          {plan && <span className="text-muted">{plan}</span>}
        </p>
        <p className="text-pretty wrap-anywhere">
          {factOf(entry)}
          {entry.since && !entry.days_over && <Since at={new Date(entry.since)} />}
        </p>
        {entry.reason && entry.stripe_url && (
          <p className="text-muted">
            <a href={entry.stripe_url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              What they wrote, if anything, is at Stripe
            </a>
          </p>
        )}
        {entry.todo && <p className="text-pretty text-muted">{entry.todo}</p>}
        {putAside && <PutAsideBy {...putAside} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:justify-end">
        {entry.requests.length > 0 && <Sparkline days={entry.requests} limit={entry.limit} />}
        <p className="text-muted tabular-nums sm:w-24 sm:text-right">{moneyOf(entry, currency)}</p>
        <div className="flex items-center gap-1 sm:min-w-48 sm:justify-end lg:min-w-56">
          <EntryAction entry={entry} site={site} />
          {putAside ? (
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Bring back: ${name}`}
              onClick={() => onBringBack(putAside.id)}
            >
              Bring back
            </Button>
          ) : (
            <Menu label={`${canBeDone(entry) ? 'Done or snooze' : 'Snooze'}: ${name}, ${ROW_LABELS[kind]}`}>
              {canBeDone(entry) && <MenuItem onSelect={() => onPutAside(entry, 'done')}>Done (E)</MenuItem>}
              <MenuItem onSelect={() => onPutAside(entry, 'day')}>Snooze for a day (S)</MenuItem>
              <MenuItem onSelect={() => onPutAside(entry, 'week')}>Snooze for a week (Shift S)</MenuItem>
            </Menu>
          )}
        </div>
      </div>
    </li>
  );
}

function moneyOf({ kind, monthly_pence: amount }: InboxEntryView, currency: string): string {
  if (kind === 'hosts') return 'All customers';
  return amount ? `${formatMoney({ amount, currency })}/month` : '';
}

/** How long ago, with the time as a title. */
function Since({ at }: { at: Date }) {
  const minute = useMinute();
  return (
    <span className="text-muted">
      {' · '}
      <time dateTime={at.toISOString()} title={utcTime(at)}>
        {sinceText(at, minute === null ? null : new Date(minute))}
      </time>
    </span>
  );
}

const PutAsideBy = ({ by, at, until }: NonNullable<InboxEntryView['put_aside']>) => (
  <p className="wrap-anywhere text-muted">
    {until === null ? 'Done' : `Snoozed until ${utcTime(new Date(until))}`}, {formatDay(new Date(at))} by {by}
  </p>
);
