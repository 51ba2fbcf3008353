import { createHash, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { recordAudit } from '#lib/audit/audit.ts';
import { type Context, transaction } from '#lib/base/context.ts';
import { seal, unseal } from '#lib/base/crypto.ts';
import { type Db, lockInTransaction } from '#lib/base/db/db.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '#lib/oauth/algorithms.ts';

/** The purpose that private signing keys are sealed for. */
export const SIGNING_KEY_PURPOSE = 'signing-key';
/** Timeout of the transaction: it waits while other processes change the key set. */
const LOCKED_MS = 20_000;
const STATES = ['active', 'next', 'retired'] as const;

/** The key set at one time. `version` changes whenever a key is added, is removed, or changes its state. */
export type Jwks = { version: string; keys: SigningJwk[] };

/** Creates the active and the next key of each algorithm if missing. Safe to call from many processes at once. */
export async function ensureSigningKeys(ctx: Context): Promise<void> {
  const spare = await generateSpareKeys(ctx.db);
  if (spare.length === 0) return;
  const make = async (tx: Context) => {
    await lockSigningKeys(tx);
    await createMissingKeys(tx, spare);
  };
  await transaction(ctx, make, LOCKED_MS);
}

/** Locks the key set until the transaction ends. */
export const lockSigningKeys = (tx: Context): Promise<void> => lockInTransaction(tx.db, 'signing_keys');

/**
 * Generates a key for each one that is missing, and one for each algorithm of `due`, without storing them. Call it before
 * the transaction, so that no other process waits for the lock while keys are generated.
 */
export async function generateSpareKeys(db: Db, due: readonly SigningAlgorithm[] = []): Promise<SigningJwk[]> {
  const missing = await missingKeys(db);
  const spare: SigningJwk[] = [];
  for (const alg of [...missing.map((key) => key.alg), ...due]) spare.push(await generateSigningKey(alg));
  return spare;
}

/**
 * Creates missing keys like `ensureSigningKeys`, for a caller that holds the lock. Takes them from `spare`, and generates
 * those that only another process's change has made missing.
 */
export async function createMissingKeys(tx: Context, spare: SigningJwk[]): Promise<void> {
  for (const { alg, state } of await missingKeys(tx.db)) {
    const index = spare.findIndex((key) => key.alg === alg);
    const key = (index >= 0 && spare.splice(index, 1)[0]) || (await generateSigningKey(alg));
    const { kid } = key;
    const privateSealed = seal(JSON.stringify(key), SIGNING_KEY_PURPOSE);
    const publicJwk = toPublicJwk(key);
    const activatedAt = state === 'active' ? tx.now : null;
    await tx.db.signingKey.create({
      data: { kid, alg, state, publicJwk, privateSealed, createdAt: tx.now, activatedAt },
      select: { kid: true },
    });
    await recordAudit(tx, 'signing_key.created', kid, { alg, state });
  }
}

/**
 * The keys to publish, with their private halves. The active keys come first and sign, one for each algorithm. The next
 * keys are published before they sign, and retired keys stay until their row is deleted (S80).
 */
export async function loadJwks(db: Db): Promise<Jwks> {
  const rows = await db.signingKey.findMany({
    select: { kid: true, alg: true, state: true, privateSealed: true },
    orderBy: [{ createdAt: 'asc' }, { kid: 'asc' }],
  });
  const sorted = STATES.flatMap((state) =>
    SIGNING_ALGORITHMS.flatMap((alg) => rows.filter((row) => row.state === state && row.alg === alg)),
  );
  const keys = sorted.map((row) => JSON.parse(unseal(row.privateSealed, SIGNING_KEY_PURPOSE).toString()) as SigningJwk);
  return { version: versionOf(sorted), keys };
}

/** The current `Jwks.version`, without unsealing a key. */
export async function findJwksVersion(db: Db): Promise<string> {
  return versionOf(await db.signingKey.findMany({ select: { kid: true, state: true } }));
}

async function missingKeys(db: Db): Promise<{ alg: SigningAlgorithm; state: 'active' | 'next' }[]> {
  const where = { state: { not: 'retired' } } as const;
  const present = await db.signingKey.findMany({ where, select: { alg: true, state: true } });
  return SIGNING_ALGORITHMS.flatMap((alg) =>
    (['active', 'next'] as const)
      .filter((state) => !present.some((row) => row.alg === alg && row.state === state))
      .map((state) => ({ alg, state })),
  );
}

const versionOf = (rows: { kid: string; state: string }[]): string =>
  rows
    .map(({ kid, state }) => `${kid}:${state}`)
    .sort()
    .join(' ');

/** A private key as a JWK (RFC 7517) under its thumbprint. */
type SigningJwk = JsonWebKey & { kty: string; kid: string; alg: SigningAlgorithm; use: 'sig' };

const generate = promisify(generateKeyPair);

const GENERATORS: Readonly<Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>>> = {
  RS256: () => generate('rsa', { modulusLength: 3072 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generate('ed25519'),
};

/** The members that a thumbprint covers, in lexicographic order (RFC 7638 §3.2, RFC 8037 §2). */
const THUMBED: Readonly<Record<string, readonly (keyof JsonWebKey)[]>> = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
};

/** A new private key for an algorithm: RSA with 3072 bits, P-256 or Ed25519. */
async function generateSigningKey(alg: SigningAlgorithm): Promise<SigningJwk> {
  const { privateKey } = await GENERATORS[alg]();
  const jwk = privateKey.export({ format: 'jwk' });
  const { kty = '' } = jwk;
  return { ...jwk, kty, kid: thumbprint(jwk), alg, use: 'sig' };
}

/** The public half of a key, under the same `kid`. */
function toPublicJwk(key: SigningJwk): Record<string, string> {
  const { kty, kid, alg, use } = key;
  const members = Object.entries(createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }));
  const texts = members.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return { ...Object.fromEntries(texts), kty, kid, alg, use };
}

function thumbprint(jwk: JsonWebKey): string {
  const members = (THUMBED[jwk.kty ?? ''] ?? []).map((name) => [name, jwk[name]]);
  if (!members.length || members.some(([, value]) => value === undefined))
    throw new Error('the generated key is not as expected');
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url');
}
