import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { cappedNumber } from '#components/ui/data/number-text.ts';
import { ATTENTION_KINDS } from '#lib/admin/attention-lists.ts';
import type { Attention } from '#lib/admin/overview.ts';
import { paths } from '#lib/base/paths.ts';

/** The way into the console, with what needs attention there as children. */
export function AdminStrip({ children }: { children: ReactNode }) {
  return (
    <section
      aria-labelledby="admin-console"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border bg-surface px-4 py-3"
    >
      <div className="min-w-0 space-y-1">
        <h2 id="admin-console" className="font-medium">
          Admin console
        </h2>
        {children}
      </div>
      <a href={paths.adminOverview} className={buttonClass({ size: 'sm' })}>
        Open the overview
      </a>
    </section>
  );
}

/** What an admin should look at in the console, each with its entries of the inbox. Null if it could not be counted. */
export function AttentionList({ attention }: { attention: Attention | null }) {
  const items = attention && itemsOf(attention);
  if (!items?.length)
    return (
      <p className="text-small text-muted">
        {items ? 'Nothing needs attention.' : 'What needs attention could not be counted.'}
      </p>
    );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {items.map(({ text, href }) => (
        <li key={href}>
          <a href={href} className="inline-block rounded-sm py-1 underline underline-offset-4">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

const NAMES: Readonly<Record<keyof Attention, readonly [one: string, several: string]>> = {
  pastDue: ['subscription past due', 'subscriptions past due'],
  leaving: ['subscription ending', 'subscriptions ending'],
  overLimit: ['key over the limit', 'keys over the limit'],
  silentKeys: ['silent key', 'silent keys'],
  spreadKeys: ['key on many networks', 'keys on many networks'],
  billing: ['billing alert', 'billing alerts'],
  silentServers: ['silent host', 'silent hosts'],
  failedJobs: ['failed job', 'failed jobs'],
};

function itemsOf({ pastDue, leaving, silentServers, ...counted }: Attention) {
  const counts = [
    ['pastDue', { total: pastDue.subscriptions, total_is_capped: false }],
    ['leaving', { total: leaving.subscriptions, total_is_capped: false }],
    ['overLimit', counted.overLimit],
    ['silentKeys', counted.silentKeys],
    ['spreadKeys', counted.spreadKeys],
    ['billing', counted.billing],
    ['silentServers', { total: silentServers.length, total_is_capped: false }],
    ['failedJobs', counted.failedJobs],
  ] as const;
  return counts
    .filter(([, { total }]) => total > 0)
    .map(([name, count]) => ({
      text: `${cappedNumber(count)} ${NAMES[name][count.total === 1 ? 0 : 1]}`,
      href: paths.adminInbox({ kind: ATTENTION_KINDS[name] }),
    }));
}
