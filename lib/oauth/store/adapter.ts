import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { seal, unseal } from '#lib/base/crypto.ts';
import { db, inTransaction, isUniqueViolation, type Prisma } from '#lib/base/db/db.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { isStorable } from '#lib/http/postgres-text.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';
import { findClientMetadata } from './client-metadata.ts';
import { findInitialToken } from './initial-token.ts';
import {
  type ArtifactKey,
  type ArtifactRow,
  consumeArtifact,
  deleteArtifact,
  hashOf,
  insertCode,
  insertNew,
  ISSUED,
  replaceByUid,
  selectArtifact,
  selectByUid,
  selectIssued,
  type Stored,
  type StoredToken,
  upsertArtifacts,
} from './oidc-rows.ts';
import { read, write } from './prepared-query.ts';
import { storeRegisteredClient } from './registered-client.ts';
import { requestMemory, type Memory } from './request-memory.ts';
import { whileAvailable } from './unavailable.ts';

/** A refresh token used again this soon means a client that retries, not a thief (S71). */
const REUSE_GRACE_MS = 30_000;
/** Models whose tokens admins recognise by their first characters. */
const LISTED = ['AccessToken', 'RefreshToken'];
/** Routes that report a token rotated moments ago as inactive, instead of refusing it. */
const JUDGED_WITHOUT_GRACE = ['introspection', 'revocation'];

/**
 * The provider's storage in PostgreSQL: one row for each value, under the value's SHA-256, so that the table contains
 * nothing usable (S76). Clients are rows of `oauth_clients`, initial access tokens of `initial_access_tokens`.
 */
export class PostgresAdapter implements Adapter {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (!isStorable(payload)) throw new errors.InvalidRequest('a parameter contains a character that cannot be stored');
    if (this.#model === 'Client') return whileAvailable(() => storeRegisteredClient(id, payload));
    const row = toRow(this.#model, id, payload, expiresIn);
    await whileAvailable(async () => {
      if (this.#model === 'ReplayDetection') await saveFirst(row);
      else if (row.uid !== null) await saveOnly(row);
      else if (LISTED.includes(this.#model) && isTokenRequest()) requestMemory()?.writes.push(row);
      else if (this.#model === 'AuthorizationCode' && payload.sessionUid)
        await write(insertCode(row, payload.sessionUid));
      else await write(upsertArtifacts([row]));
    });
  }

  /** Throws InvalidGrant for a refresh token consumed less than 30 s ago (S71); later it is returned as consumed. */
  async find(id: string): Promise<AdapterPayload | undefined> {
    return whileAvailable(async () => {
      if (this.#model === 'Client') return findClientMetadata(id);
      if (this.#model === 'InitialAccessToken') return findInitialToken(id);
      const row = await findStored(this.#key(id));
      if (!row) return undefined;
      if (this.#model === 'DeviceCode' && isTokenRequest() && !(await tryToCount('device_poll', id)))
        throw new errors.SlowDown();
      if (this.#model === 'RefreshToken' && isRetry(row.consumedAt)) throw new errors.InvalidGrant('used a moment ago');
      const restored = { ...toPayload(row), jti: id };
      return this.#model === 'Interaction' ? { ...restored, returnTo: resumeUrl(id, restored) } : restored;
    });
  }

  /**
   * The provider session that belongs to a `SignInSession`, without `jti`, because the value of its cookie is unknown
   * here.
   */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return whileAvailable(async () => {
      const [row] = await read<Stored>(selectByUid(this.#model, uid));
      return row ? toPayload(row) : undefined;
    });
  }

  /** The request of the device that shows this user code. */
  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findByUid(hashOf(userCode));
  }

  /**
   * Marks a value as used, once: of several concurrent calls, one returns and the others throw. The second use of a
   * code revokes what the first one issued (S69).
   */
  async consume(id: string): Promise<void> {
    const memory = this.#model === 'RefreshToken' && isTokenRequest() ? requestMemory() : undefined;
    // flushWrites marks the token as used in the transaction that stores its replacement.
    if (memory) return void (memory.used = this.#key(id));
    await whileAvailable(async () => {
      if (await write(consumeArtifact(this.#key(id)))) return;
      if (this.#model === 'AuthorizationCode') await revokeFamily(this.#key(id));
      throw this.#model === 'PushedAuthorizationRequest'
        ? new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used')
        : new errors.InvalidGrant('already used');
    });
  }

  /** Throws SessionNotFound for an interaction that another request has ended, so that a consent counts once (S67). */
  async destroy(id: string): Promise<void> {
    const count = await whileAvailable(() => write(deleteArtifact(this.#key(id))));
    if (!count && this.#model === 'Interaction') throw new errors.SessionNotFound('the interaction has ended');
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await whileAvailable(() => db().oidcArtifact.deleteMany({ where: { model: this.#model, grantId } }));
  }

  #key(id: string) {
    return { model: this.#model, id: hashOf(id) };
  }
}

const isTokenRequest = () => Provider.ctx?.oidc.route === 'token';

/** Finds a row. For a token or code, also remembers its grant and user, because the provider asks for them next. */
async function findStored(key: ArtifactKey): Promise<Stored | null | undefined> {
  const memory = requestMemory();
  if (key.model === 'Grant' && memory?.grants.has(key.id)) return memory.grants.get(key.id);
  if (!memory || !ISSUED.includes(key.model)) return (await read<Stored>(selectArtifact(key)))[0];
  const token = await findIssued(key, memory);
  if (token?.grantId) memory.grants.set(hashOf(token.grantId), token.grantKey === null ? null : grantOf(token));
  if (token?.userId) memory.people.set(token.userId, token.hasUser ? token : null);
  return token;
}

/** One statement for all kinds, because introspection and revocation look for a token of each kind. */
async function findIssued({ model, id }: ArtifactKey, { tokens }: Memory): Promise<StoredToken | undefined> {
  const found = tokens.get(id) ?? read<StoredToken>(selectIssued(id));
  tokens.set(id, found);
  return (await found).find((token) => token.model === model);
}

const grantOf = ({ grant }: StoredToken): Stored => ({ payload: grant, consumedAt: null });

const resumeUrl = (uid: string, { deviceCode }: AdapterPayload) =>
  absoluteUrl(deviceCode === undefined ? paths.interaction(uid) : paths.deviceInteraction(uid));

const isRetry = (consumedAt: Date | null): boolean =>
  consumedAt !== null &&
  Date.now() - consumedAt.getTime() < REUSE_GRACE_MS &&
  !JUDGED_WITHOUT_GRACE.includes(Provider.ctx?.oidc.route ?? '');

/** Deletes the grant first, so that a concurrent lookup of a token fails, then everything issued under it. */
async function revokeFamily(code: ArtifactKey): Promise<void> {
  const row = await db().oidcArtifact.findUnique({ where: { model_id: code }, select: { grantId: true } });
  const grantId = row?.grantId;
  if (!grantId) return;
  await inTransaction(db(), async (tx) => {
    await tx.oidcArtifact.deleteMany({ where: { model: 'Grant', id: hashOf(grantId) } });
    await tx.oidcArtifact.deleteMany({ where: { grantId } });
  });
}

/**
 * Keeps only the newest provider session of a `SignInSession`: two tabs may start one each at the same time. Tries again
 * if a request has just stored the same session for another login.
 */
async function saveOnly(row: ArtifactRow): Promise<void> {
  try {
    await write(replaceByUid(row));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await write(replaceByUid(row));
  }
}

/**
 * Stores a used DPoP proof. Throws if it is already stored, because two simultaneous requests may both have found it
 * unused.
 */
async function saveFirst(row: ArtifactRow): Promise<void> {
  if (!(await write(insertNew(row)))) throw new errors.InvalidDpopProof('DPoP proof JWT Replay detected');
}

function toRow(model: string, id: string, payload: AdapterPayload, expiresIn: number | undefined): ArtifactRow {
  const clientId = payload.clientId ?? payload.params?.client_id;
  return {
    model,
    id: hashOf(id),
    payload: withoutUsableValues(model === 'DeviceCode' ? { ...payload, value: id } : payload),
    uid: payload.userCode === undefined ? (payload.uid ?? null) : hashOf(payload.userCode),
    grantId: payload.grantId ?? null,
    userId: payload.accountId ?? payload.session?.accountId ?? null,
    clientId: typeof clientId === 'string' ? clientId : null,
    prefix: LISTED.includes(model) ? id.slice(0, 8) : null,
    expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
  };
}

/**
 * Fields that a thief could use, sealed because they are needed again: the id of a pushed request, the request itself,
 * and the codes of a device.
 */
const SEALED = ['parJti', 'request', 'deviceCode', 'userCode', 'value'] as const;
const PURPOSE = 'oidc-artifact';

/**
 * A payload without the value itself, the session cookie, a token or email sent as a hint, and what is stored
 * elsewhere.
 */
function withoutUsableValues(payload: AdapterPayload): Prisma.InputJsonObject {
  const { jti: _jti, returnTo: _returnTo, consumed: _consumed, ...rest } = payload as Record<string, unknown>;
  const kept = JSON.parse(JSON.stringify(rest)) as Record<string, Prisma.InputJsonValue> & Nested;
  delete kept.session?.cookie;
  delete kept.params?.id_token_hint;
  delete kept.params?.login_hint;
  for (const name of SEALED)
    if (typeof kept[name] === 'string') kept[name] = Buffer.from(seal(kept[name], PURPOSE)).toString('base64url');
  return kept;
}

type Nested = {
  session?: Record<string, Prisma.InputJsonValue>;
  params?: Record<string, Prisma.InputJsonValue>;
};

function toPayload({ payload, consumedAt }: Stored): AdapterPayload {
  const kept = { ...(payload as AdapterPayload) }; // written by withoutUsableValues
  for (const name of SEALED)
    if (typeof kept[name] === 'string') kept[name] = unseal(Buffer.from(kept[name], 'base64url'), PURPOSE).toString();
  const { value, ...restored } = kept;
  if (typeof value === 'string') restored.jti = value;
  return consumedAt ? { ...restored, consumed: Math.floor(consumedAt.getTime() / 1000) } : restored;
}
