'use client';

import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import type { ReportView } from '#lib/hash-reports/views.ts';

type State = ReportView['state'];

const LOOKS: Readonly<Record<State, { text: string; tone: 'neutral' | 'warning' | 'info' | 'good' }>> = {
  waiting: { text: 'Waiting', tone: 'neutral' },
  asked: { text: 'Question', tone: 'warning' },
  kept: { text: 'Kept', tone: 'neutral' },
  removing: { text: 'Being removed', tone: 'info' },
  removed: { text: 'Removed', tone: 'good' },
  gone: { text: 'Not stored', tone: 'neutral' },
};

export const StateBadge = ({ state }: { state: State }) => <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>;

type Removed = Pick<ReportView, 'hosts' | 'host_count' | 'removed_count' | 'state'>;

/** The proof: on how many hosts the hash is removed, when on the last one, and when on each. */
export function Removal({ report }: { report: Removed }) {
  const { day } = useDateTexts();
  const { hosts, host_count: count, removed_count: removed } = report;
  const times = hosts.flatMap(({ removed_at: at }) => at ?? []).toSorted();
  const last = times.at(-1);
  return (
    <div className="space-y-2">
      <p className="font-medium tabular-nums">
        {removed} of {count} hosts
        {last && `, ${clock(last)} UTC`}
        {last && <span className="font-normal text-muted"> on {day(new Date(last))}</span>}
      </p>
      <ul aria-label="Removed on" className="divide-y rounded-md border bg-surface">
        {hosts.map(({ server, removed_at: at }) => (
          <li key={server} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <span className="min-w-0 font-mono wrap-anywhere">{server}</span>
            {at ? (
              <time dateTime={at} title={`${day(new Date(at))}, ${clock(at)} UTC`} className="font-mono">
                {clock(at)}
              </time>
            ) : (
              <span className="text-muted">Not yet, asked again</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The time of day in UTC: `14:02:11`. */
const clock = (at: string): string => new Date(at).toISOString().slice(11, 19);
