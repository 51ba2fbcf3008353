import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { equalInConstantTime, randomToken, sha256 } from '#lib/base/crypto.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { MINUTE } from '#lib/base/time.ts';
import { assertBelowLimit, consumeLimit } from '#lib/http/rate-limit.ts';
import { storageServerFields, toStorageServerRow } from './queries.ts';
import { StorageServerName, type CreateStorageServerInput } from './schema.ts';
import type { StorageServerToken } from './views.ts';

const SEEN_EVERY_MS = MINUTE;

/**
 * The id of the storage server with these Basic credentials. Stores when it was last seen, about once a minute. Throws
 * `unauthenticated`, and `rate_limited` for an IP address with 20 failures in a minute, even if its next request has
 * the right token.
 */
export async function authenticateStorageServer(
  ctx: Context,
  credentials: { name: string; token: string } | null,
): Promise<number> {
  const address = ctx.ip ?? '';
  await assertBelowLimit('storage_failure_address', address);
  const name = StorageServerName.safeParse(credentials?.name);
  const server = name.success
    ? await ctx.db.storageServer.findUnique({
        where: { name: name.data },
        select: { id: true, tokenHash: true, lastSeenAt: true },
      })
    : null;
  const matches = equalInConstantTime(server?.tokenHash ?? new Uint8Array(32), sha256(credentials?.token ?? ''));
  if (!server || !matches) {
    await consumeLimit('storage_failure_address', address);
    throw new DomainError('unauthenticated', "A storage server's credentials are required.");
  }
  if (!server.lastSeenAt || ctx.now.getTime() - server.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await ctx.db.storageServer.updateMany({ where: { id: server.id }, data: { lastSeenAt: ctx.now } });
  return server.id;
}

/**
 * Adds a storage host. Only this answer contains its token: the row has a hash. Throws `reauthentication_required`, and
 * `conflict` for a taken name.
 */
export async function createStorageServer(
  ctx: Context<Admin>,
  { name, description }: CreateStorageServerInput,
): Promise<StorageServerToken> {
  const token = randomToken();
  try {
    return await transaction(ctx, async (tx) => {
      await holdFreshLogin(tx);
      const server = await tx.db.storageServer.create({
        data: { name, description, tokenHash: sha256(token), createdAt: ctx.now },
        select: storageServerFields,
      });
      await recordAudit(tx, 'storage_server.created', String(server.id), { name });
      return { server: toStorageServerRow(server), token };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('conflict', 'A server with this name already exists.');
    throw error;
  }
}

/**
 * Gives a server a new token; the old token and an enrolment code are void immediately. Throws
 * `reauthentication_required` and `not_found`.
 */
export async function rotateStorageServerToken(ctx: Context<Admin>, id: number): Promise<StorageServerToken> {
  const token = randomToken();
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const [server] = await tx.db.storageServer.updateManyAndReturn({
      where: { id, removedAt: null },
      data: { tokenHash: sha256(token), ...NO_CODE },
      select: storageServerFields,
    });
    if (!server) throw noSuchServer();
    await recordAudit(tx, 'storage_server.token_rotated', String(id), { name: server.name });
    return { server: toStorageServerRow(server), token };
  });
}

/**
 * Removes a server: it can no longer log in, and its name is free. Its row stays, under a name that no server can have,
 * because its usage still counts in the sums. Throws `reauthentication_required` and `not_found`.
 */
export async function removeStorageServer(ctx: Context<Admin>, id: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const server = await tx.db.storageServer.findFirst({ where: { id, removedAt: null }, select: { name: true } });
    if (!server) throw noSuchServer();
    const { count } = await tx.db.storageServer.updateMany({
      where: { id, removedAt: null },
      data: {
        removedAt: tx.now,
        host: null,
        name: `${server.name} (removed, ${id})`,
        tokenHash: sha256(randomToken()),
        ...NO_CODE,
      },
    });
    if (!count) throw noSuchServer();
    await recordAudit(tx, 'storage_server.removed', String(id), { name: server.name });
  });
}

/** A server's columns when no enrolment code works. */
export const NO_CODE = { enrolmentCodeHash: null, enrolmentExpiresAt: null };

export const noSuchServer = () => new DomainError('not_found', 'This server does not exist.');
