import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { seal, unseal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createKeyPair, keyIdOf } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { getKeyMap } from '#lib/storage/publication.ts';
import { openAsked, sealAsked } from '#lib/jobs/asked.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { openMail, queueMail } from '#lib/mail/service.ts';
import { serverContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { resealAll } from './reseal.ts';

const NEXT = randomBytes(32).toString('base64url');
const KEYS = 1200; // more than two batches

/** Runs the command with a list of keys. Returns its output and exit code. */
async function reseal(keys: string) {
  const env = { ...process.env, KEY_ENCRYPTION_KEY: keys };
  const run = promisify(execFile)(process.execPath, ['bin/keys-reseal.ts'], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  );
}
const sealedColumns = async () => ({
  keys: await db().fuzzyKey.findMany({ orderBy: { id: 'asc' }, select: { privateKeySealed: true } }),
  users: await db().user.findMany({ select: { totpSecretSealed: true } }),
  maps: await db().keyMapPublication.findMany({ select: { bodySealed: true } }),
});

test('reseals everything with a new key, makes the old one useless, and changes nothing when repeated', async () => {
  const old = process.env.KEY_ENCRYPTION_KEY ?? '';
  const sealed = seal('a private half', FUZZY_KEY_PURPOSE);
  const many = Array.from({ length: KEYS }, createKeyPair).map(({ publicKey }, index) => ({
    description: `key ${index}`,
    publicKey,
    keyId: keyIdOf(publicKey),
    privateKeySealed: sealed,
    rankId: 50,
  }));
  await db().fuzzyKey.createMany({ data: many });
  await createKeyRow(db());
  await createKeyRow(db(), { privateKeySealed: null });
  await createUserRow(db(), { totpSecretSealed: seal('a secret', TOTP_PURPOSE) });
  const map = await getKeyMap(serverContext(db(), 1));

  expect(await reseal(`${NEXT},${old}`)).toEqual({
    code: 0,
    stdout: [
      `private halves of fuzzy keys: ${KEYS + 1} resealed, 0 already current, 0 could not be opened`,
      'published key map: 1 resealed, 0 already current, 0 could not be opened',
      'authenticator secrets: 1 resealed, 0 already current, 0 could not be opened',
      'signing keys: 0 resealed, 0 already current, 0 could not be opened',
      'queued jobs: 0 resealed, 0 already current, 0 could not be opened',
      '',
    ].join('\n'),
  });
  const after = await sealedColumns();
  expect((await reseal(NEXT)).stdout).toContain(`0 resealed, ${KEYS + 1} already current, 0 could not be opened`);
  expect(await sealedColumns()).toEqual(after);
  for (const { totpSecretSealed } of after.users)
    expect(() => unseal(totpSecretSealed ?? new Uint8Array(), TOTP_PURPOSE)).toThrow('no longer holds');
  // Reseals with the old key, because it is the only key that this process can unseal with.
  expect((await reseal(`${old},${NEXT}`)).code).toBe(0);
  const [user] = (await sealedColumns()).users;
  expect(unseal(user?.totpSecretSealed ?? new Uint8Array(), TOTP_PURPOSE).toString()).toBe('a secret');
  expect((await map.open()).body).toContain('"privkey"');
});

test('keeps and counts a value that no key opens', async () => {
  const bytes = new Uint8Array(100);
  const { id } = await createKeyRow(db(), { privateKeySealed: bytes });
  const [keys] = await resealAll(db());
  expect(keys).toMatchObject({ resealed: 0, failed: 1 });
  expect((await db().fuzzyKey.findUniqueOrThrow({ where: { id } })).privateKeySealed).toEqual(bytes);
  expect((await reseal(process.env.KEY_ENCRYPTION_KEY ?? '')).code).toBe(1);
});

test('reseals queued mails, requests and dead letters, so that dropping the old key loses none of them', async () => {
  const old = process.env.KEY_ENCRYPTION_KEY ?? '';
  const ctx = systemContext(db());
  await queueMail(ctx, 'a@test.example', 'email_taken', { loginUrl: 'https://premium.example/login' });
  await enqueue(db(), 'password_reset.mail', { sealed: sealAsked(ctx, { email: 'a@test.example' }) });
  // As pg-boss stores a job that failed its last try.
  const [{ data }] = await db().$queryRaw<[{ data: object }]>`SELECT data FROM pgboss.job WHERE name = 'mail.send'`;
  await db().$executeRaw`
    INSERT INTO pgboss.job (name, data) VALUES ('dead_letter', ${JSON.stringify(data)}::jsonb)`;

  expect((await reseal(`${NEXT},${old}`)).stdout).toContain(
    'queued jobs: 3 resealed, 0 already current, 0 could not be opened',
  );
  const payloads = await db().$queryRaw<{ sealed: string; isMail: boolean }[]>`
    SELECT data->>'sealed' AS sealed, data ? 'template' AS "isMail" FROM pgboss.job WHERE data ? 'sealed'`;
  for (const { sealed } of payloads) expect(() => openMail({ sealed })).toThrow('no longer holds');
  expect((await reseal(NEXT)).stdout).toContain('queued jobs: 0 resealed, 3 already current, 0 could not be opened');
  expect((await reseal(`${old},${NEXT}`)).stdout).toContain('queued jobs: 3 resealed');
  const [mail] = await queuedJobs(db(), 'mail.send');
  expect(openMail(mail ?? { sealed: '' }).to).toBe('a@test.example');
  const [letter] = await db().$queryRaw<[{ sealed: string }]>`
    SELECT data->>'sealed' AS sealed FROM pgboss.job WHERE name = 'dead_letter'`;
  expect(openMail(letter).to).toBe('a@test.example');
  const [request] = await queuedJobs(db(), 'password_reset.mail');
  expect(openAsked(ctx, request?.sealed ?? '').asked.email).toBe('a@test.example');
});
