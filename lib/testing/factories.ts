import { randomBytes } from 'node:crypto';
import { randomToken, seal, sha256 } from '#lib/base/crypto.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { openAccount } from '#lib/accounts/open-account.ts';
import { createKeyPair, keyIdOf, type KeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';

/** Returns a different text on each call. */
export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString('hex')}`;

type Settings = Pick<
  Prisma.AccountUpdateManyMutationInput,
  'stripeCustomerId' | 'dailyLimit' | 'customKey' | 'switchedAlerts' | 'showsAddresses'
>;
type NewUser = Partial<Prisma.UserUncheckedCreateInput> & Settings;

/** A subscriber without a password, who verified the address in the browser that signed up, and their account. */
export async function createUserRow(db: Db, fields: NewUser = {}) {
  const { stripeCustomerId, dailyLimit, customKey, switchedAlerts, showsAddresses, ...ofUser } = fields;
  const user = await db.user.create({
    data: {
      email: `${unique('user')}@test.example`,
      emailVerifiedAt: new Date(),
      resetKeepsFactors: true,
      country: 'DE',
      ...ofUser,
    },
  });
  const given = { stripeCustomerId, dailyLimit, customKey, switchedAlerts, showsAddresses, blockedAt: user.blockedAt };
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await openAccount(db, user, settings);
  return user;
}

/** A key without an owner, rank 50; an external key if the pair has no private half. */
export function createKeyRow(
  db: Db,
  fields: Partial<Prisma.FuzzyKeyUncheckedCreateInput> = {},
  pair: KeyPair | { publicKey: string; privateKey: null } = createKeyPair(),
) {
  return db.fuzzyKey.create({
    data: {
      description: unique('key'),
      publicKey: pair.publicKey,
      keyId: keyIdOf(pair.publicKey),
      privateKeySealed: pair.privateKey === null ? null : seal(pair.privateKey, FUZZY_KEY_PURPOSE),
      rankId: 50,
      ...fields,
    },
  });
}

/** An active monthly Personal subscription. */
export function createSubscriptionRow(
  db: Db,
  fields: { accountId: string } & Partial<Prisma.SubscriptionUncheckedCreateInput>,
) {
  const now = new Date();
  return db.subscription.create({
    data: {
      stripeSubscriptionId: unique('sub_test'),
      stripeCustomerId: unique('cus_test'),
      status: 'active',
      stripePriceId: 'price_test_personal_monthly',
      stripeProductId: 'prod_test_personal',
      productName: 'Personal usage',
      plan: 'personal',
      interval: 'month',
      quantity: 1,
      startedAt: now,
      syncedAt: now,
      ...fields,
    },
  });
}

/** A storage server and its token. */
export async function createServerRow(db: Db, fields: Partial<Prisma.StorageServerUncheckedCreateInput> = {}) {
  const token = randomToken();
  const server = await db.storageServer.create({
    data: { name: unique('fuzzy'), tokenHash: sha256(token), ...fields },
  });
  return { server, token };
}

/** A draft of a testimonial. */
export const createTestimonialRow = (db: Db, fields: Partial<Prisma.TestimonialUncheckedCreateInput> = {}) =>
  db.testimonial.create({
    data: {
      ...{ quote: unique('It works'), author: 'A. Person', position: 'Postmaster', company: 'Example', rating: 4 },
      ...{ givenOn: new Date('2026-11-02'), consent: 'Signed form in the folder of customers' },
      ...fields,
    },
  });

/** An OAuth client and its secret; a public client (`isPublic`) has no secret. */
export async function createClientRow(db: Db, fields: Partial<Prisma.OAuthClientUncheckedCreateInput> = {}) {
  const secret = fields.isPublic ? null : randomToken();
  const client = await db.oAuthClient.create({
    data: {
      id: unique('client'),
      name: 'Test application',
      redirectUris: ['https://app.test.example/callback'],
      scopes: ['openid', 'email', 'profile'],
      requirePkce: fields.isPublic ?? false,
      secretHash: secret === null ? null : sha256(secret),
      ...fields,
    },
  });
  return { client, secret };
}

/** One 10-minute bucket; `bucket` is its start. */
export type UsageSample = { bucket: Date; checked: number; hits: number; errors: number };

/**
 * Raw usage of one key on one server, and all that follows from it: the months' partitions, the sums of hours and days
 * over all stored points, and the key's last use. `key` is the row's id.
 */
export async function createUsageRows(
  db: Db,
  { key, server }: { key: number; server: number },
  samples: readonly UsageSample[],
) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return;
  const months = new Set(samples.map(({ bucket }) => bucket.toISOString().slice(0, 7)));
  for (const month of months)
    await db.$queryRaw`SELECT ensure_usage_partition(${`${month}-01T00:00:00Z`}::timestamptz)::text`;
  await db.$executeRaw`
    INSERT INTO usage_points (key_id, server_id, bucket, checked, hits, errors)
    SELECT ${key}::int, ${server}::int, * FROM unnest(
      ${samples.map(({ bucket }) => bucket.toISOString())}::text[]::timestamptz[],
      ${samples.map(({ checked }) => checked)}::int[], ${samples.map(({ hits }) => hits)}::int[], ${samples.map(({ errors }) => errors)}::int[])`;
  await db.$executeRaw`
    INSERT INTO usage_hours (key_id, server_id, bucket, checked, hits, errors)
    SELECT key_id, server_id, date_trunc('hour', bucket, 'UTC'), sum(checked), sum(hits), sum(errors)
    FROM usage_points WHERE key_id = ${key} AND server_id = ${server}
      AND bucket >= date_trunc('hour', ${first.bucket}::timestamptz, 'UTC')
      AND bucket < date_trunc('hour', ${last.bucket}::timestamptz, 'UTC') + interval '1 hour'
    GROUP BY 1, 2, 3
    ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET checked = excluded.checked, hits = excluded.hits, errors = excluded.errors`;
  await db.$executeRaw`
    INSERT INTO usage_days (key_id, server_id, bucket, checked, hits, errors)
    SELECT key_id, server_id, date_trunc('day', bucket, 'UTC'), sum(checked), sum(hits), sum(errors)
    FROM usage_points WHERE key_id = ${key} AND server_id = ${server}
      AND bucket >= date_trunc('day', ${first.bucket}::timestamptz, 'UTC')
      AND bucket < date_trunc('day', ${last.bucket}::timestamptz, 'UTC') + interval '1 day'
    GROUP BY 1, 2, 3
    ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET checked = excluded.checked, hits = excluded.hits, errors = excluded.errors`;
  await db.$executeRaw`
    INSERT INTO host_hours AS old (server_id, bucket, checked, hits, errors)
    SELECT ${server}::int, date_trunc('hour', bucket, 'UTC'), sum(checked), sum(hits), sum(errors) FROM unnest(
      ${samples.map(({ bucket }) => bucket.toISOString())}::text[]::timestamptz[],
      ${samples.map(({ checked }) => checked)}::int[], ${samples.map(({ hits }) => hits)}::int[],
      ${samples.map(({ errors }) => errors)}::int[]) AS s (bucket, checked, hits, errors) GROUP BY 1, 2
    ON CONFLICT (bucket, server_id) DO UPDATE SET
      checked = old.checked + excluded.checked, hits = old.hits + excluded.hits, errors = old.errors + excluded.errors`;
  const lastUsedAt = samples.findLast(({ checked, errors }) => checked + errors > 0)?.bucket;
  if (lastUsedAt)
    await db.fuzzyKey.updateMany({
      where: { id: key, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: lastUsedAt } }] },
      data: { lastUsedAt },
    });
}
