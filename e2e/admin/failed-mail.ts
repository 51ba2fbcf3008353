import { db, inTransaction } from '#lib/base/db/db.ts';
import { queueMail } from '#lib/mail/service.ts';
import { processContext } from '#lib/routes/request-context.ts';

/**
 * Queues a mail job through the product, and makes it a dead letter, as pg-boss does when every attempt has failed.
 * Returns the recipient.
 */
export async function createFailedMail(why: string): Promise<string> {
  const to = `job-${crypto.randomUUID()}@example.com`;
  await inTransaction(db(), async (tx) => {
    const ctx = { ...processContext({ kind: 'system', job: 'browser tests' }), db: tx };
    await queueMail(ctx, to, 'email_taken', { loginUrl: 'https://premium.example/login' });
    await tx.$executeRaw`
      UPDATE pgboss.job SET name = 'dead_letter', source_name = 'mail.send', source_id = gen_random_uuid(),
        source_created_on = created_on, source_retry_count = 12,
        source_output = jsonb_build_object('message', ${why}::text)
      WHERE id = (SELECT id FROM pgboss.job WHERE name = 'mail.send' AND xmin = pg_current_xact_id()::xid)`;
  });
  return to;
}
