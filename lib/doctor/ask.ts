import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context, type Member } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { HOUR, SECOND } from '#lib/base/time.ts';
import { isSameServer } from '#lib/http/client-address.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { MAX_QUESTIONS } from '#lib/storage/tasks/schema.ts';
import {
  CONNECTION,
  type CheckAnyConnectionInput,
  type CheckConnectionInput,
  type ConnectionQuestion,
} from './schema.ts';

/** Long enough for two answers of each host, which asks every 10 s, and for a person to send a message. */
const OPEN_MS = 60 * SECOND;
/** How long the question, with its address, is stored. */
const KEPT_MS = HOUR;
const MOST_KEYS = 20;

/**
 * Asks the storage hosts about requests from an address with the caller's keys. About an address that is neither the
 * caller's own nor has used one of these keys, hosts say nothing else. Throws `not_found` without a key, and
 * `rate_limited`.
 */
export async function checkConnection(ctx: Context<Member>, { address }: CheckConnectionInput): Promise<void> {
  const keys = await ctx.db.fuzzyKey.findMany({
    where: { accountId: ctx.actor.accountId, privateKeySealed: { not: null } },
    orderBy: { id: 'desc' },
    take: MOST_KEYS,
    select: { keyId: true },
  });
  if (!keys.length) throw new DomainError('not_found', 'You have no API key.');
  await consumeLimit('doctor_account', ctx.actor.accountId);
  const scope = ctx.ip !== null && isSameServer(address, ctx.ip) ? 'own' : 'key';
  await transaction(ctx, (tx) => ask(tx, { address, key_ids: keys.map(({ keyId }) => keyId), scope }));
}

/** Asks about any address, for an admin. Throws `invalid` for an unknown key. */
export async function checkAnyConnection(
  ctx: Context<Admin>,
  { address, key }: CheckAnyConnectionInput,
): Promise<void> {
  const found = key === '' ? null : await findKey(ctx, key);
  await transaction(ctx, async (tx) => {
    await ask(tx, { address, key_ids: found && [found.keyId], scope: 'any' });
    await recordAudit(tx, 'fuzzy_key.connection_checked', found && String(found.id), { address });
  });
}

async function findKey({ db }: Context, text: string) {
  const [found, other] = await db.fuzzyKey.findMany({
    where:
      text.length < 12 ? { id: -1 } : { OR: [{ publicKey: { startsWith: text } }, { keyId: { startsWith: text } }] },
    take: 2,
    select: { id: true, keyId: true },
  });
  if (!found || other) throw invalidField('key', 'No key begins like this. Enter at least 12 characters.');
  return found;
}

/** Replaces the caller's earlier question. */
async function ask({ db, now, actor }: Context<Member>, body: ConnectionQuestion): Promise<void> {
  const scope = body.scope === 'any' ? { equals: 'any' } : { not: 'any' };
  const { userId } = actor;
  await db.storageQuestion.deleteMany({ where: { userId, kind: CONNECTION, body: { path: ['scope'], ...scope } } });
  const open = await db.storageQuestion.count({ where: { openUntil: { gt: now } } });
  if (open >= MAX_QUESTIONS)
    throw new DomainError('unavailable', 'Many connections are being checked. Try again in a minute.', {
      retryAfterSeconds: 60,
    });
  const at = (ms: number) => new Date(now.getTime() + ms);
  await db.storageQuestion.create({
    data: { kind: CONNECTION, body, userId, askedAt: now, openUntil: at(OPEN_MS), expiresAt: at(KEPT_MS) },
  });
}
