import { randomUUID } from 'node:crypto';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient, SESSION_COOKIE, type Answer } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const PASSWORD = 'Correct-Horse-7-Battery';

const newEmail = () => `alike-${randomUUID()}@example.com`;

async function newPerson(): Promise<string> {
  const email = newEmail();
  await createUserRow(db(), { email, passwordHash: await hashPassword(PASSWORD) });
  return email;
}

/** A response without its random parts: request id, date, nonce and a cookie's token. */
function shape({ status, headers, text }: Answer): object {
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date', 'content-security-policy'].includes(name));
  const named = kept.map(([name, value]) => [name, value.replace(/^(rspamd_premium_sign_up)=[\w-]{43};/, '$1=;')]);
  return { status, headers: named, text: text.replace(/"request_id":"[^"]+"/, '') };
}

test('answers an unknown email and a wrong password alike, in status, headers and body (S1)', async () => {
  const shapes: object[] = [];
  for (let round = 0; round < 2; round++)
    for (const who of ['known', 'unknown'] as const) {
      const email = who === 'known' ? await newPerson() : newEmail();
      const answer = await new HttpClient(stack.baseUrl).send('/login/email', {
        json: { email, password: 'Wrong-Horse-7-Battery' },
      });
      shapes.push(shape(answer));
      expect(answer.status).toBe(401);
    }
  for (const each of shapes) expect(each).toEqual(shapes[0]);
});

for (const { what, path, body } of [
  { what: 'sign-up (S3)', path: '/signup/email', body: { password: 'Another-Zebra-9-Lantern' } },
  { what: 'forgotten password (S4)', path: '/forgot/email', body: {} },
  { what: 'another verification email', path: '/verify/resend', body: {} },
])
  test(`answers a known and an unknown email address alike: ${what}`, async () => {
    const [known, unknown] = [await newPerson(), newEmail()];
    const answers = await Promise.all(
      [known, unknown].map((email) => new HttpClient(stack.baseUrl).send(path, { json: { email, ...body } })),
    );
    expect(answers[0]?.status).toBe(200);
    expect(answers.map(shape)[0]).toEqual(answers.map(shape)[1]);
  });

test('uses our own origin for links in emails, whatever Host the request claims (S16)', async ({ mailbox }) => {
  const email = newEmail();
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  };
  expect(
    (await new HttpClient(stack.baseUrl).send('/signup/email', { json: { email, password: PASSWORD }, headers }))
      .status,
  ).toBe(200);
  expect((await new HttpClient(stack.baseUrl).send('/forgot/email', { json: { email }, headers })).status).toBe(200);
  for (const [subject, path] of [
    ['Verify your email address', '/verify-email'],
    ['Reset your password', '/reset-password'],
  ] as const) {
    const mail = await mailbox.receive(email, subject);
    expect(new URL(mailbox.linkIn(mail, path)).origin).toBe(stack.baseUrl);
    expect(mail.html + mail.text).not.toContain('evil');
  }
});

test('sets a safe session cookie, renews it at login and ends it at logout (S21, S22, S23, S28)', async () => {
  const email = await newPerson();
  const client = new HttpClient(stack.baseUrl);
  const logIn = async () => {
    const answer = await client.send('/login/email', { json: { email, password: PASSWORD } });
    return answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`)) ?? '';
  };
  const [first, second] = [await logIn(), await logIn()];
  for (const line of [first, second])
    expect(line).toMatch(/^rspamd_premium_session=[\w-]{43}; Max-Age=\d{1,7}; Path=\/; HttpOnly; SameSite=Lax$/);
  const [before = '', now = ''] = [first, second].map((line) => /=([\w-]{43})/.exec(line)?.[1]);
  expect(before).not.toBe(now);
  const statusWith = async (cookie: string) =>
    (
      await new HttpClient(stack.baseUrl).send('/userstatus', {
        headers: { cookie: `${SESSION_COOKIE}=${cookie}` },
      })
    ).status;
  expect(await statusWith(before), 'the cookie from before the second login').toBe(401);
  expect(await statusWith(now)).toBe(200);
  for (const forged of [
    now.slice(1),
    `${now}A`,
    now.toLowerCase(),
    `${now}, ${now}`,
    `"${now}"`,
    `%00${now}`,
    'A'.repeat(9000),
  ])
    expect(await statusWith(forged), forged.slice(0, 60)).toBe(401);

  const out = await client.send('/logout');
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(await statusWith(now), 'the cookie after logout').toBe(401);
  expect(await db().signInSession.count({ where: { user: { email } } })).toBe(0);
});
