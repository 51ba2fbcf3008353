import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { seal, unseal } from '#lib/crypto.ts';
import { type Db, lockInTransaction } from '#lib/db.ts';

/** The purpose that private signing keys are sealed for. */
export const SIGNING_KEY_PURPOSE = 'signing-key';
/** Timeout of the transaction: it waits while another process generates keys, which takes a second or two each. */
const MAKING_MS = 20_000;
const STATES = ['active', 'next', 'retired'] as const;

/** An RSA private key as a JWK (RFC 7517, RFC 7518 §6.3). */
type PrivateJwk = {
  kty: 'RSA';
  n: string;
  e: string;
  d: string;
  p: string;
  q: string;
  dp: string;
  dq: string;
  qi: string;
};
type SigningJwk = PrivateJwk & { kid: string; alg: 'RS256'; use: 'sig' };

/** The key set at one time. `version` changes whenever a key is added, is removed, or changes its state. */
export type Jwks = { version: string; keys: SigningJwk[] };

/** Creates the active and the next key if missing. Safe to call from many processes at once. */
export async function ensureSigningKeys(ctx: Context): Promise<void> {
  if ((await missingStates(ctx.db)).length === 0) return;
  const make = async (tx: Context) => {
    await lockSigningKeys(tx);
    await createMissingKeys(tx);
  };
  await transaction(ctx, make, MAKING_MS);
}

/** Locks the key set until the transaction ends. */
export const lockSigningKeys = (tx: Context): Promise<void> => lockInTransaction(tx.db, 'signing_keys');

/** The same as `ensureSigningKeys`, for a caller that holds the lock. */
export async function createMissingKeys(tx: Context): Promise<void> {
  for (const state of await missingStates(tx.db)) {
    const key = await generateSigningKey();
    const { kty, n, e, kid, alg, use } = key;
    const privateSealed = seal(JSON.stringify(key), SIGNING_KEY_PURPOSE);
    const publicJwk = { kty, n, e, kid, alg, use };
    const activatedAt = state === 'active' ? tx.now : null;
    await tx.db.signingKey.create({
      data: { kid, alg, state, publicJwk, privateSealed, createdAt: tx.now, activatedAt },
      select: { kid: true },
    });
    await recordAudit(tx, 'signing_key.created', kid, { alg, state });
  }
}

/**
 * The keys to publish, with their private halves. The active one is first and signs. The next one is published before
 * it signs, and retired ones stay until their row is deleted (S80).
 */
export async function loadJwks(db: Db): Promise<Jwks> {
  const rows = await db.signingKey.findMany({
    select: { kid: true, state: true, privateSealed: true },
    orderBy: [{ createdAt: 'asc' }, { kid: 'asc' }],
  });
  const sorted = STATES.flatMap((state) => rows.filter((row) => row.state === state));
  const keys = sorted.map((row) => JSON.parse(unseal(row.privateSealed, SIGNING_KEY_PURPOSE).toString()) as SigningJwk);
  return { version: versionOf(sorted), keys };
}

/** The current `Jwks.version`, without unsealing a key. */
export async function findJwksVersion(db: Db): Promise<string> {
  return versionOf(await db.signingKey.findMany({ select: { kid: true, state: true } }));
}

async function missingStates(db: Db): Promise<('active' | 'next')[]> {
  const present = await db.signingKey.findMany({ where: { state: { not: 'retired' } }, select: { state: true } });
  return (['active', 'next'] as const).filter((state) => !present.some((row) => row.state === state));
}

const versionOf = (rows: { kid: string; state: string }[]): string =>
  rows
    .map(({ kid, state }) => `${kid}:${state}`)
    .sort()
    .join(' ');

const generate = promisify(generateKeyPair);

async function generateSigningKey(): Promise<SigningJwk> {
  const { privateKey } = await generate('rsa', { modulusLength: 3072 });
  const jwk = privateKey.export({ format: 'jwk' });
  if (!isRsaPrivate(jwk)) throw new Error('the generated key is not an RSA key');
  return { ...jwk, kid: thumbprint(jwk), alg: 'RS256', use: 'sig' };
}

const isRsaPrivate = (jwk: object): jwk is PrivateJwk =>
  'kty' in jwk && jwk.kty === 'RSA' && ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].every((name) => name in jwk);

/** RFC 7638: the required members, in lexicographic order, without white space. */
const thumbprint = ({ e, kty, n }: PrivateJwk): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
