import type { ReactNode } from 'react';
import { cappedNumber, exactNumber } from '#components/ui/data/number-text.ts';
import { ATTENTION_LISTS, LEAVING_LIST } from '#lib/admin/attention-lists.ts';
import type { Overview } from '#lib/admin/overview.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { countOf, formatDay, formatMoney, spanText } from '#lib/base/text/format.ts';
import type { RevenueFigure } from '#lib/billing/revenue/views.ts';
import { SPREAD_DAYS, SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import { BACKUP_OLD_S, JOB_LATE_S, WORKER_SILENT_S } from '#lib/operation/limits.ts';
import { Figure } from './figure.tsx';
import { formatChange } from './money.ts';

/** The figures that lead from the MRR at the start of the month to the present MRR, in this order. */
const MOVEMENTS: readonly { name: RevenueFigure['name']; label: string }[] = [
  { name: 'mrr_start', label: 'Start of the month' },
  { name: 'new', label: 'New' },
  { name: 'reactivation', label: 'Reactivation' },
  { name: 'expansion', label: 'Expansion' },
  { name: 'contraction', label: 'Contraction' },
  { name: 'churn', label: 'Churn' },
  { name: 'customer_churn', label: 'Customer churn' },
  { name: 'revenue_churn', label: 'Revenue churn' },
];

/** The figures of the console's first page. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  return (
    <div className="space-y-10">
      <Attention overview={overview} />
      <Operation overview={overview} />
      <Revenue overview={overview} />
    </div>
  );
}

type Part = { overview: Overview };

function Attention({ overview }: Part) {
  const { pastDue, leaving, overLimit, silentKeys, spreadKeys, silentServers, failedJobs, currency } = overview;
  return (
    <Section title="Needs attention">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        <Figure
          label="Past due"
          href={ATTENTION_LISTS.pastDue}
          value={exactNumber(pastDue.subscriptions)}
          note={pastDue.subscriptions > 0 && `${formatMoney({ amount: pastDue.monthlyPence, currency })} a month`}
          definition="Subscriptions whose last payment failed, and the MRR that ends with them. Their keys still work."
          tone={pastDue.subscriptions ? 'warning' : undefined}
        />
        <Figure
          label="Leaving"
          href={LEAVING_LIST}
          value={exactNumber(leaving.subscriptions)}
          note={leaving.subscriptions > 0 && `${formatMoney({ amount: leaving.monthlyPence, currency })} a month`}
          definition="Subscriptions that were cancelled and still run, and the MRR that ends with them."
          tone={leaving.subscriptions ? 'warning' : undefined}
        />
        <Figure
          label="Over the limit"
          href={ATTENTION_LISTS.overLimit}
          value={cappedNumber(overLimit)}
          definition="Keys with more requests in the last 24 hours than their daily limit. At most ten minutes old."
          tone={overLimit.total ? 'warning' : undefined}
        />
        <Figure
          label="Silent keys"
          href={ATTENTION_LISTS.silentKeys}
          value={cappedNumber(silentKeys)}
          definition="Keys in use that sent requests in the last 7 days, but none in the last 24 hours."
          tone={silentKeys.total ? 'warning' : undefined}
        />
        <Figure
          label="Many networks"
          href={ATTENTION_LISTS.spreadKeys}
          value={cappedNumber(spreadKeys)}
          definition={`Keys used from more than ${SPREAD_NETWORKS} networks (/24 or IPv6 /64) in the last ${SPREAD_DAYS} days: they may be shared.`}
          tone={spreadKeys.total ? 'warning' : undefined}
        />
        <Figure
          label="Silent hosts"
          href={ATTENTION_LISTS.silentServers}
          value={exactNumber(silentServers.length)}
          note={firstOf(silentServers)}
          definition="Storage hosts whose agent has not asked for keys for 3 minutes, or never has."
          tone={silentServers.length ? 'bad' : undefined}
        />
        <Figure
          label="Failed jobs"
          href={ATTENTION_LISTS.failedJobs}
          value={cappedNumber(failedJobs)}
          definition="Emails and other background work that failed three times or more."
          tone={failedJobs.total ? 'bad' : undefined}
        />
      </ul>
    </Section>
  );
}

function Revenue({ overview: { figures, currency, from, to } }: Part) {
  const figure = (wanted: RevenueFigure['name']) => figures.find(({ name }) => name === wanted);
  const end = figure('mrr_end');
  const change = (end?.monthly_pence ?? 0) - (figure('mrr_start')?.monthly_pence ?? 0);
  return (
    <Section title={`Revenue since ${formatDay(new Date(from))}`}>
      {end && (
        <div className="mb-4 space-y-2">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <a
              href={paths.adminMovements(end.rows)}
              className="rounded-sm decoration-1 underline-offset-4 hover:underline"
            >
              <span className="sr-only">MRR</span>{' '}
              <span className="text-heading font-semibold tabular-nums">
                {formatMoney({ amount: end.monthly_pence ?? 0, currency })}
              </span>
            </a>
            <span className="text-muted">
              MRR from {countOf(end.customers ?? 0, 'customer')}, {formatChange({ amount: change, currency })} since the
              start of the month
            </span>
          </p>
          <details className="text-small text-muted">
            <summary className="w-fit cursor-pointer rounded-sm underline underline-offset-4">
              How it is computed
            </summary>
            <p className="mt-1 max-w-measure">
              {end.definition} Days are in UTC, until {formatDay(new Date(to))}.
            </p>
          </details>
        </div>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {MOVEMENTS.map(({ name, label }) => {
          const shown = figure(name);
          return shown && <RevenueFigureTile key={name} label={label} figure={shown} currency={currency} />;
        })}
      </ul>
    </Section>
  );
}

type TileProps = { label: string; figure: RevenueFigure; currency: string };

function RevenueFigureTile({ label, figure, currency }: TileProps) {
  const { name, share, monthly_pence: amount, customers, definition, rows } = figure;
  const money = { amount: amount ?? 0, currency };
  const value = share === null ? (name === 'mrr_start' ? formatMoney(money) : formatChange(money)) : percent(share);
  return (
    <Figure
      label={label}
      href={paths.adminMovements(rows)}
      value={value}
      note={customers ? countOf(Math.abs(customers), 'customer') : undefined}
      definition={name === 'mrr_start' ? 'MRR before the first day of this month.' : definition}
    />
  );
}

const NAMED = 3;

/** The first names, and how many more there are. */
const firstOf = (names: readonly string[]) =>
  [names.slice(0, NAMED).join(', '), names.length > NAMED && `and ${names.length - NAMED} more`]
    .filter(Boolean)
    .join(' ');

const percent = (share: number) => `${exactNumber(Math.round(share * 1000) / 10)}%`;

/** What runs behind the site: worker, jobs, emails, backups, and refusals that a setting causes. */
function Operation({ overview }: { overview: Overview }) {
  const { operation, refusals } = overview;
  const { workers, queues, mail } = operation;
  const [worker] = workers;
  const isWorking = worker !== undefined && worker.seen_s <= WORKER_SILENT_S;
  const running = workers.filter(({ seen_s }) => seen_s <= WORKER_SILENT_S).length;
  const oldest = queues.reduce((most, each) => (each.oldest_s > most.oldest_s ? each : most), {
    name: '',
    oldest_s: 0,
  });
  const mails = queues.find(({ name }) => name === MAIL_QUEUE);
  const failing = (mails?.failing ?? 0) + (mails?.gave_up ?? 0);
  return (
    <Section title="Operation">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        <Figure
          label="Worker"
          href={paths.adminJobs}
          value={worker ? `Seen ${spanText(worker.seen_s)} ago` : 'Not seen'}
          note={isWorking ? `${exactNumber(running)} running` : 'Start it and read its log'}
          definition="The process that sends emails and syncs payments. It reports every 10 seconds."
          tone={isWorking ? undefined : 'bad'}
        />
        <Figure
          label="Oldest job"
          href={withQuery(paths.adminJobs, { state: 'waiting' })}
          value={oldest.oldest_s > 0 ? spanText(oldest.oldest_s) : 'None waits'}
          note={oldest.oldest_s > JOB_LATE_S && oldest.name}
          definition="How long the oldest job could have started. More than 5 minutes is too long."
          tone={oldest.oldest_s > JOB_LATE_S ? 'bad' : undefined}
        />
        <Figure
          label="Failing emails"
          href={withQuery(paths.adminJobs, { queue: MAIL_QUEUE })}
          value={exactNumber(failing)}
          note={mail.refused_lately > 0 && `${exactNumber(mail.refused_lately)} refused since yesterday`}
          definition="Emails that failed three times or more. Refused ones are given up: their recipient does not exist."
          tone={failing ? 'bad' : undefined}
        />
        <BackupFigure overview={overview} />
        {refusals.length > 0 && (
          <Figure
            label="Refused because of a setting"
            value={exactNumber(refusals.length)}
            note={refusals.join(', ').replaceAll('_', ' ')}
            definition="Causes in the last hour, in this web process. Run npm run check; the log has each."
            tone="bad"
          />
        )}
      </ul>
    </Section>
  );
}

const MAIL_QUEUE = 'mail.send';

function BackupFigure({ overview: { operation, needsBackup } }: { overview: Overview }) {
  const { backup_s: age, is_archive_failing: isFailing } = operation;
  const isOld = age === null ? needsBackup : age > BACKUP_OLD_S;
  return (
    <Figure
      label="Last backup"
      value={age === null ? 'None noted' : `${spanText(age)} ago`}
      note={isFailing && 'PostgreSQL cannot archive WAL'}
      definition="When a backup last ended, as its timer notes. More than 26 hours is too long."
      tone={isOld || isFailing ? 'bad' : undefined}
    />
  );
}

/** A titled part of the overview. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-title font-semibold">{title}</h2>
      {children}
    </section>
  );
}
