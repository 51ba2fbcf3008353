import type { ReactNode } from 'react';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import type { Overview } from '#lib/admin/overview.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { countOf, formatDay, formatMoney, spanText } from '#lib/base/text/format.ts';
import type { RevenueFigure } from '#lib/billing/revenue/views.ts';
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
      <Revenue overview={overview} />
      <Operation overview={overview} />
    </div>
  );
}

type Part = { overview: Overview };

function Revenue({ overview: { figures, currency, from, to } }: Part) {
  const figure = (wanted: RevenueFigure['name']) => figures.find(({ name }) => name === wanted);
  const end = figure('mrr_end');
  const change = (end?.monthly_pence ?? 0) - (figure('mrr_start')?.monthly_pence ?? 0);
  return (
    <Section title={`Revenue since ${formatDay(new Date(from))}`}>
      {end && (
        <p className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
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
          <Tooltip
            text={`${end.definition} Days are in UTC, until ${formatDay(new Date(to))}.`}
            label="How MRR is computed"
          />
        </p>
      )}
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 lg:grid-cols-4">
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

/** Always with one decimal, so that figures beside each other have one form. */
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

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
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 lg:grid-cols-4">
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
      tone={isOld || isFailing ? 'bad' : age === null ? 'warning' : undefined}
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
