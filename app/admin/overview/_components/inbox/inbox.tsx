'use client';

import { useQuery } from '@tanstack/react-query';
import { cappedNumber, exactNumber } from '#components/ui/data/number-text.ts';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { WHOLE_LISTS } from '#lib/admin/attention-lists.ts';
import { canBeDone, type PutAsideFor } from '#lib/admin/inbox/schema.ts';
import type { InboxEntryView, InboxView } from '#lib/admin/inbox/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { paths } from '#lib/base/paths.ts';
import { KindNav } from '../../../_components/lists/filters/kind-nav.tsx';
import { useListKeys } from '../../../_components/lists/use-list-keys.ts';
import { Entry } from './entry.tsx';
import { KIND_DEFINITIONS, KIND_LABELS } from './entry-text.ts';
import { inboxKey, type InboxPart } from './inbox-query.ts';
import { idOf, usePutAside } from './use-put-aside.ts';

/** The operator's inbox: one list of what needs a decision. `site` is the site's own origin, for links in letters. */
export function Inbox({ part, site }: { part: InboxPart; site: string }) {
  const query = useQuery({
    queryKey: inboxKey(part),
    queryFn: () => asAdmin(callApi('GET /admin/api/inbox', { query: part })),
  });
  return (
    <section aria-labelledby="inbox" className="min-w-0 space-y-4">
      <h2 id="inbox" className="text-title font-semibold">
        {part.aside ? 'Done and snoozed' : 'Needs a decision'}
      </h2>
      <Stale query={query} what="The inbox" />
      <QueryResult query={query} what="the inbox" skeleton={<SkeletonCard lines={12} />}>
        {(view) => (
          <>
            <Filter part={part} view={view} />
            <Entries part={part} view={view} site={site} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

/** Kinds with their counts. A kind without entries is left out. */
function Filter({ part, view: { counts, aside } }: { part: InboxPart; view: InboxView }) {
  const shown = counts.filter(({ kind, total }) => total > 0 || kind === part.kind);
  return (
    <KindNav
      choices={[
        { label: 'All', href: paths.adminOverview, isCurrent: !part.kind && !part.aside },
        ...shown.map(({ kind, ...count }) => ({
          label: `${KIND_LABELS[kind]} ${cappedNumber(count)}`,
          href: paths.adminInbox({ kind }),
          isCurrent: kind === part.kind && !part.aside,
        })),
        ...(aside > 0 || part.aside
          ? [
              {
                label: `Done or snoozed ${exactNumber(aside)}`,
                href: paths.adminInbox({ aside: '1' }),
                isCurrent: part.aside !== undefined,
              },
            ]
          : []),
      ]}
    />
  );
}

function Entries({ part, view, site }: { part: InboxPart; view: InboxView; site: string }) {
  const { entries, currency } = view;
  const { putAside, bringBack } = usePutAside();
  const put = (entry: InboxEntryView, time: PutAsideFor) => {
    focusAfter(entry);
    putAside(entry, time);
  };
  const putRow = (time: PutAsideFor) => (id: string) => {
    const entry = entries.find((each) => idOf(each) === id);
    if (entry && !entry.put_aside && (time !== 'done' || canBeDone(entry))) put(entry, time);
  };
  useListKeys({ onStep: () => undefined, onKey: { e: putRow('done'), s: putRow('day'), S: putRow('week') } });
  if (!entries.length)
    return (
      <FramedEmptyState
        title={part.aside ? 'Nothing is done or snoozed.' : 'Nothing needs a decision.'}
        text={
          part.aside
            ? 'What you put aside is listed here until it is over.'
            : 'Failed payments, customers over their limit, cancellations and faults are listed here.'
        }
      />
    );
  return (
    <>
      <ol aria-label="Entries" className="divide-y rounded-md border bg-surface">
        {entries.map((entry) => (
          <Entry
            key={idOf(entry)}
            entry={entry}
            currency={currency}
            site={site}
            onPutAside={put}
            onBringBack={(id) => bringBack({ id })}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-small text-muted">
        <p className="max-sm:hidden">
          <Key>j</Key> <Key>k</Key> next and previous, <Key>Enter</Key> open, <Key>e</Key> done, <Key>s</Key> snooze for
          a day, <Key>Shift s</Key> for a week
        </p>
        {part.kind ? (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <a href={WHOLE_LISTS[part.kind]} className="underline underline-offset-4">
              Open the whole list
            </a>
            <Tooltip text={KIND_DEFINITIONS[part.kind]} label={`What ${KIND_LABELS[part.kind]} means`} />
          </p>
        ) : (
          !part.aside && <More view={view} />
        )}
      </div>
    </>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border bg-sunken px-1 font-mono text-label text-ink">{children}</kbd>
);

/** How many entries of each kind are not shown. Failed jobs are one entry for each queue. */
function More({ view: { counts, entries } }: { view: InboxView }) {
  const more = counts
    .filter(({ kind }) => kind !== 'jobs')
    .map(({ kind, total }) => ({ kind, left: total - entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ left }) => left > 0);
  if (!more.length) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {more.map(({ kind, left }) => (
        <a key={kind} href={paths.adminInbox({ kind })} className="underline underline-offset-4">
          {exactNumber(left)} more: {KIND_LABELS[kind].toLowerCase()}
        </a>
      ))}
    </p>
  );
}

/** Moves the focus to the entry after this one, or else the one before it, which stays when this one disappears. */
function focusAfter(entry: InboxEntryView): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.dataset['row'] === idOf(entry));
  (rows[at + 1] ?? rows[at - 1])?.focus();
}
