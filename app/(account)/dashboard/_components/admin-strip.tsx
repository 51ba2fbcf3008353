import { exactNumber } from '#components/ui/data/number-text.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import type { Attention } from '#lib/admin/overview.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { paths, withQuery } from '#lib/paths.ts';

/** What an admin should look at in the console, each with its list. */
export function AdminStrip({ attention }: { attention: Attention }) {
  const items = itemsOf(attention);
  return (
    <section
      aria-labelledby="admin-console"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border bg-surface px-4 py-3"
    >
      <div className="min-w-0 space-y-1">
        <h2 id="admin-console" className="font-medium">
          Admin console
        </h2>
        {items.length === 0 ? (
          <p className="text-small text-muted">Nothing needs attention.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
            {items.map(({ text, href }) => (
              <li key={href}>
                <a href={href} className="inline-block rounded-sm py-1 underline underline-offset-4">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <a href={paths.adminOverview} className={buttonClass({ size: 'sm' })}>
        Open the overview
      </a>
    </section>
  );
}

function itemsOf({ pastDue, overLimit, silentKeys, spreadKeys, silentServers, failedJobs }: Attention) {
  const keys = (attention: string) => withQuery(paths.adminKeys, { attention });
  const items = [
    {
      count: { total: pastDue.subscriptions, total_is_capped: false },
      what: ['subscription past due', 'subscriptions past due'],
      href: withQuery(paths.admin, { subscription: 'past_due' }),
    },
    { count: overLimit, what: ['key over the limit', 'keys over the limit'], href: keys('over') },
    { count: silentKeys, what: ['silent key', 'silent keys'], href: keys('silent') },
    { count: spreadKeys, what: ['key on many networks', 'keys on many networks'], href: keys('spread') },
    {
      count: { total: silentServers.length, total_is_capped: false },
      what: ['silent host', 'silent hosts'],
      href: withQuery(paths.adminServers, { attention: 'silent' }),
    },
    { count: failedJobs, what: ['failed job', 'failed jobs'], href: paths.adminJobs },
  ] as const;
  return items
    .filter(({ count }) => count.total > 0)
    .map(({ count, what, href }) => ({ text: `${counted(count)} ${what[count.total === 1 ? 0 : 1]}`, href }));
}

const counted = ({ total, total_is_capped: isCapped }: Counted) => `${exactNumber(total)}${isCapped ? '+' : ''}`;
