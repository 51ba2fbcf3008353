import { expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { deliverMail, queueMail } from './service.ts';

test('keeps the Message-ID of an email that is sent again, and gives no other email the same one', () =>
  inRollback(async (tx) => {
    const ctx = systemContext(tx);
    const props = { loginUrl: 'https://premium.example/login' };
    for (const to of ['a@test.example', 'b@test.example']) await queueMail(ctx, to, 'email_taken', props);
    const jobs = await queuedJobs(tx, 'mail.send');
    for (const job of [...jobs, ...jobs]) await deliverMail(ctx, job);
    const sent = ctx.sent.map(({ to, messageId }) => `${to} ${messageId}`);
    expect(sent[0]).toMatch(/^a@test\.example <[0-9a-f-]{36}@localhost>$/);
    expect(sent.slice(2)).toEqual(sent.slice(0, 2));
    expect(new Set(ctx.sent.map(({ messageId }) => messageId)).size).toBe(2);
  }));

test('names the configured seller in the HTML and the text of an email', () =>
  inRollback(async (tx) => {
    const ctx = systemContext(tx);
    await queueMail(ctx, 'a@test.example', 'blocked', { supportMail: localContacts.supportMail });
    const [job] = await queuedJobs(tx, 'mail.send');
    if (job) await deliverMail(ctx, job);
    const line = `is sold by ${localContacts.seller}.`;
    expect(ctx.sent.map(({ html, text }) => [html.includes(line), text.includes(line)])).toEqual([[true, true]]);
  }));
