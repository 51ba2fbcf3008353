/** The worker process: runs the jobs that requests enqueued, until it is told to stop. */
import { closeDb } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { processContext } from '#lib/http/request-context.ts';
import { closeQueue, startWorking, type JobHandlers } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import { deliverMail } from '#lib/mail/service.ts';

const contextOf = (job: string) => processContext({ kind: 'system', job });

const handlers: JobHandlers = {
  'mail.send': (payload) => deliverMail(contextOf('mail.send'), payload),
};

const stopWorking = await startWorking(handlers);
log().info({ mode: env().APP_MODE, jobs: Object.keys(handlers) }, 'working');

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    log().info({ signal }, 'stopping');
    await stopWorking();
    await Promise.allSettled([closeQueue(), closeDb()]);
    process.exit(0);
  });
}
