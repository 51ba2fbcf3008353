import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { dumpDatabase } from '../support/dump.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const PASSWORD = 'Dumped-Horse-7-Battery';

test('stores no readable password, session, mailed token or private half in the database (S76)', async ({
  mailbox,
  storageServer,
}) => {
  const client = new HttpClient(stack.baseUrl);
  const email = `dump-${randomUUID()}@example.com`;
  await client.send('/signup/email', { json: { email, password: PASSWORD } });
  const verification = new URL(
    mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'),
  ).searchParams.get('token');
  await client.send('/forgot/email', { json: { email } });
  const reset = new URL(
    mailbox.linkIn(await mailbox.receive(email, 'Reset your password'), '/reset-password'),
  ).searchParams.get('token');
  await client.send('/verify/email', { json: { email, token: verification } });
  await client.send('/verify/resend', { json: { email } });
  expect((await client.send('/login/email', { json: { email, password: PASSWORD } })).status).toBe(200);
  const map = await client.send('/api/storage/keys', { headers: { authorization: storageServer.authorization } });
  const privateHalves = (map.json() as { privkey: string }[]).map(({ privkey }) => privkey);
  const [, serverToken = ''] = Buffer.from(storageServer.authorization.slice(6), 'base64').toString().split(':');

  const secrets = {
    password: PASSWORD,
    'verification token': verification,
    'reset token': reset,
    'session token': [...client.cookies.values()][0],
    'storage token': serverToken,
    "admin's password": process.env.ADMIN_PASSWORD,
    'demo password': process.env.DEMO_PASSWORD,
    ...Object.fromEntries(privateHalves.map((half, index) => [`private half ${index}`, half])),
  };
  expect(privateHalves.length).toBeGreaterThan(5);

  const dump = await dumpDatabase();
  expect(dump, 'the dump contains the user').toContain(email);
  for (const [name, secret] of Object.entries(secrets)) {
    if (!secret) throw new Error(`no ${name} to look for`);
    for (const form of readableForms(secret)) expect(dump.includes(form), `${name} in the dump`).toBe(false);
  }
});

/** A secret as text, and its bytes as PostgreSQL and JSON would show them. */
function readableForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const raw = Buffer.from(secret, 'base64url');
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('base64').replaceAll('=', ''),
    raw.length >= 12 ? raw.toString('hex') : secret,
  ];
}
