import { exactNumber } from '#components/ui/data/number-text.ts';
import type { Overview } from '#lib/admin/overview.ts';
import { spanText } from '#lib/format.ts';
import { BACKUP_OLD_S, JOB_LATE_S, WORKER_SILENT_S } from '#lib/operation/limits.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { Figure } from './figure.tsx';
import { Section } from './section.tsx';

/** What runs behind the site: worker, jobs, emails, backups, and refusals that a setting causes. */
export function Operation({ overview }: { overview: Overview }) {
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
