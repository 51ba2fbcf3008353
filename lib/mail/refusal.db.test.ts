import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { deliverMail, queueMail } from './service.ts';

/** What the server answers to each command; empty accepts. */
let replies: Partial<Record<'MAIL' | 'RCPT' | 'DATA' | 'AUTH', string>> = {};
const reply = (text: string | undefined) =>
  text === undefined ? null : Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  allowInsecureAuth: true,
  onAuth: (_auth, _session, done) => done(reply(replies.AUTH), { user: 'app' }),
  onMailFrom: (_address, _session, done) => done(reply(replies.MAIL)),
  onRcptTo: (_address, _session, done) => done(reply(replies.RCPT)),
  onData: (stream, _session, done) => {
    stream.on('end', () => done(reply(replies.DATA))).resume();
  },
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => void (replies = {}));

/** Delivers one email over this server. Returns the error of the job, and the day's counts. */
async function deliver(tx: Db, to: string) {
  const port = (server.server.address() as AddressInfo).port;
  const transport = createTransport({ url: `smtp://app:password@127.0.0.1:${port}` });
  const ctx = {
    ...systemContext(tx),
    mail: async (mail: object) => void (await transport.sendMail({ from: 'a@shop.test', ...mail })),
  };
  await queueMail(ctx, to, 'email_taken', { loginUrl: 'https://premium.example/login' });
  const [job] = await queuedJobs(tx, 'mail.send');
  if (!job) throw new Error('no job');
  const failure = await deliverMail(ctx, job).then(
    () => null,
    (error: unknown) => String(error),
  );
  const [counts] = await tx.mailDay.findMany({ select: { sent: true, failed: true, refused: true } });
  return { failure, counts };
}

test.each([
  ['RCPT', '550 5.1.1 <a@b.test>: Recipient address rejected: User unknown'],
  ['RCPT', '550 No such user here'],
  ['RCPT', '552 5.2.2 Mailbox full'],
  ['RCPT', '553 5.1.3 Bad recipient address syntax'],
  ['DATA', '550 5.1.1 No such user'],
] as const)('gives an email up after one try when %s gets "%s"', (command, text) =>
  inRollback(async (tx) => {
    replies = { [command]: text };
    const email = 'dead@b.test';
    const { id } = await createUserRow(tx, { email });
    expect(await deliver(tx, email)).toEqual({ failure: null, counts: { sent: 0, failed: 0, refused: 1 } });
    const [row] = await tx.auditEvent.findMany({ where: { targetId: id, action: { startsWith: 'mail.' } } });
    expect(row).toMatchObject({ action: 'mail.refused', data: { template: 'email_taken' } });
    expect(JSON.stringify(row?.data)).not.toContain('@');
  }),
);

test.each([
  ['AUTH', '535 5.7.8 Authentication credentials invalid'],
  ['MAIL', '550 5.7.1 Sender address not owned by user'],
  ['RCPT', '554 5.7.1 <a@b.test>: Relay access denied'],
  ['RCPT', '550 relay not permitted'],
  ['RCPT', '530 5.7.0 Authentication required'],
  ['RCPT', '550 5.1.8 Bad sender domain'],
  ['RCPT', '451 4.7.1 Greylisted'],
  ['DATA', '550 5.7.26 This email has been blocked because the sender is unauthenticated'],
  ['DATA', '554 Transaction failed'],
] as const)('tries an email again when %s gets "%s", because a setting can mend it', (command, text) =>
  inRollback(async (tx) => {
    replies = { [command]: text };
    const { failure, counts } = await deliver(tx, 'a@b.test');
    expect([failure, counts]).toEqual([expect.stringContaining(text.slice(0, 3)), { sent: 0, failed: 1, refused: 0 }]);
  }),
);

test('counts an email that the server accepts', () =>
  inRollback(async (tx) => {
    expect(await deliver(tx, 'a@b.test')).toEqual({ failure: null, counts: { sent: 1, failed: 0, refused: 0 } });
  }));
