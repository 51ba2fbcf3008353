import { expect, test } from 'vitest';
import { POST } from '#app/api/storage/enrol/route.ts';
import { randomCode } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { LIMITS } from '#lib/http/limits.ts';
import '#lib/testing/database.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { createServerRow } from '#lib/testing/factories.ts';
import { MINUTE } from '#lib/base/time.ts';
import { createEnrolmentCode, enrolStorageHost } from './enrolment.ts';
import { authenticateStorageServer, removeStorageServer, rotateStorageServerToken } from './service.ts';

let addresses = 0;
/** Redeems a code, each time from another address, so that only the tests of limits reach a limit. */
const redeem = (code: string, ip = `198.51.100.${++addresses}`) =>
  enrolStorageHost(anonymousContext(db(), { ip }), { code });
const makeCode = async (server: { id: number }, now = new Date()) =>
  (await createEnrolmentCode(adminContext(db(), undefined, { now }), server.id)).code;
const logIn = (name: string, token: string) => authenticateStorageServer(anonymousContext(db()), { name, token });

/** What happened to each of many redemptions. */
const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'fulfilled' ? 'enrolled' : result.reason instanceof DomainError ? result.reason.code : 'failed',
  );
const howMany = (all: readonly string[], wanted: string) => all.filter((each) => each === wanted).length;

/** The refusal of a code as its caller sees it, without the id of the request. */
async function refusalOf(code: unknown, headers: Record<string, string> = {}) {
  const response = await POST(
    new Request('http://localhost:8080/api/storage/enrol', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code }),
    }),
    { params: Promise.resolve({}) },
  );
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

test('refuses a used code even from the same host, and keeps the first token valid', async () => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  const { token } = await redeem(code, '198.51.100.200');
  await expect(redeem(code, '198.51.100.200')).rejects.toMatchObject({ code: 'invalid' });
  expect(await logIn(server.name, token)).toBe(server.id);
});

test('enrols only one of ten simultaneous redemptions of a code, and records only that one', async () => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(code)));
  const won = results.filter((result) => result.status === 'fulfilled');
  expect(won.map(({ value: { name } }) => name)).toEqual([server.name]);
  expect(howMany(outcomes(results), 'invalid')).toBe(9);
  expect(await logIn(server.name, won[0]?.value.token ?? '')).toBe(server.id);
  expect(
    await db().auditEvent.count({ where: { action: 'storage_server.enrolled', targetId: String(server.id) } }),
  ).toBe(1);
});

test('gives a code no power over another server', async () => {
  const [mine, other] = [await createServerRow(db()), await createServerRow(db())];
  const [code, codeOfOther] = [await makeCode(mine.server), await makeCode(other.server)];
  const { name, token } = await redeem(code);
  expect(name).toBe(mine.server.name);
  await expect(logIn(other.server.name, token)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await logIn(other.server.name, other.token)).toBe(other.server.id);
  expect(await redeem(codeOfOther)).toMatchObject({ name: other.server.name });
});

test.each<[string, (server: { id: number }) => Promise<unknown>]>([
  ['its server was removed', ({ id }) => removeStorageServer(adminContext(db()), id)],
  ["its server's token was rotated", ({ id }) => rotateStorageServerToken(adminContext(db()), id)],
  ['a newer code was made', (server) => makeCode(server)],
])('refuses a code after %s', async (_event, happen) => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  await happen(server);
  await expect(redeem(code)).rejects.toMatchObject({ code: 'invalid' });
});

test('gives no token that works when the server is removed at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const { server } = await createServerRow(db());
    const code = await makeCode(server);
    const [enrolled] = await Promise.allSettled([redeem(code), removeStorageServer(adminContext(db()), server.id)]);
    if (enrolled.status === 'fulfilled')
      await expect(logIn(server.name, enrolled.value.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    else expect(enrolled.reason).toMatchObject({ code: 'invalid' });
  }
});

test('answers the same to codes that are unknown, used, expired, void or malformed', async () => {
  const [{ server }, removed] = [await createServerRow(db()), await createServerRow(db())];
  const used = await makeCode(server);
  await redeem(used);
  const expired = await makeCode(server, new Date(Date.now() - 11 * MINUTE));
  const orphan = await makeCode(removed.server);
  await removeStorageServer(adminContext(db()), removed.server.id);
  const codes = [randomCode(), used, expired, orphan, '', '  ', "' OR 1=1 --", '0'.repeat(200)];
  const first = await refusalOf(codes[0]);
  expect(first).toMatchObject({ status: 422, body: { code: 'invalid', fields: { code: expect.any(String) } } });
  for (const code of codes) expect([code, await refusalOf(code)]).toEqual([code, first]);
  await db().rateLimit.deleteMany();
});

test.each([null, 1, ['k3f9-w2pm-8qzt-51ra'], { not: null }, 'k3f9\0', 'x'.repeat(201)])(
  'refuses %j as a code before it counts or looks for it',
  async (code) => {
    await db().rateLimit.deleteMany();
    expect([400, 422]).toContain((await refusalOf(code)).status);
    expect(await db().rateLimit.count()).toBe(0);
  },
);

test('refuses requests from another site, so that no browser can be made to redeem a code (S31)', async () => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  expect((await refusalOf(code, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await refusalOf(code, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await redeem(code)).toMatchObject({ name: server.name });
});

test('checks ten of fifty simultaneous guesses from an address, and then refuses even the right code', async () => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  const guess = (index: number) => redeem(randomCode(), `2001:db8:7::${index.toString(16)}`);
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => guess(index)));
  expect(howMany(outcomes(results), 'invalid')).toBe(LIMITS.enrolment_failure_address.most);
  expect(howMany(outcomes(results), 'rate_limited')).toBe(40);
  await expect(redeem(code, '2001:db8:7::ffff')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await redeem(code)).toMatchObject({ name: server.name });
  await db().rateLimit.deleteMany();
});

test('refuses every code from any address once all addresses together have reached the limit', async () => {
  const { server } = await createServerRow(db());
  const code = await makeCode(server);
  const { most } = LIMITS.enrolment_failure_site;
  await redeem(randomCode(), '203.0.113.200').catch(() => undefined);
  const where = { key: { startsWith: 'enrolment_failure_site' } };
  expect((await db().rateLimit.updateMany({ where, data: { points: most - 3 } })).count).toBe(1);
  const guesses = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => redeem(randomCode(), `203.0.113.${index}`)),
  );
  expect(howMany(outcomes(guesses), 'invalid')).toBe(3);
  expect(howMany(outcomes(guesses), 'rate_limited')).toBe(5);
  await expect(redeem(code, '192.0.2.250')).rejects.toMatchObject({ code: 'rate_limited' });
  await db().rateLimit.deleteMany();
  expect(await redeem(code, '192.0.2.250')).toMatchObject({ name: server.name });
});

test('does not count enrolments that succeed', async () => {
  const { server } = await createServerRow(db());
  for (let count = 0; count < LIMITS.enrolment_failure_address.most + 2; count++)
    expect(await redeem(await makeCode(server), '192.0.2.111')).toMatchObject({ name: server.name });
});
