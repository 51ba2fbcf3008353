import type { Context, Member, UsageReader } from '#lib/base/context.ts';
import { transaction } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { HOUR, SECOND } from '#lib/base/time.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { LIST_FLAGS, LISTS, SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import { HashAnswer, MAX_QUESTIONS } from '#lib/storage/tasks/schema.ts';
import { HASH, LookUpInput } from './schema.ts';
import type { HostAnswer, LookUpView } from './views.ts';

/** Long enough for several polls of each host, which asks every 10 s. */
const OPEN_MS = 40 * SECOND;
const KEPT_MS = HOUR;

/** What the guides name the matches of each list. */
const SYMBOLS = { premium: 'FUZZY_PLUS_DENIED', bulk: 'FUZZY_BULK' } as const;

/**
 * Asks every host whether it stores the hash. Throws `forbidden` without a key or subscription, `rate_limited`, and
 * `unavailable` while many questions are open.
 */
export async function lookUp(ctx: Context<Member>, { digest }: LookUpInput): Promise<LookUpView> {
  await assertCustomer(ctx);
  await consumeLimit('hash_look_up_account', ctx.actor.accountId);
  const id = await transaction(ctx, (tx) => askHosts(tx, digest, KEPT_MS, tx.actor.userId));
  if (id === null)
    throw new DomainError('unavailable', 'Many hashes are being looked up. Try again in a minute.', {
      retryAfterSeconds: 60,
    });
  return getLookUp(ctx, id);
}

/** One of the caller's look-ups, for an hour. Throws `not_found`. */
export async function getLookUp({ db, now, actor }: Context<Member>, id: string): Promise<LookUpView> {
  const question = await db.storageQuestion.findFirst({
    where: { id, kind: HASH, userId: actor.userId, expiresAt: { gt: now } },
    select: questionFields,
  });
  if (!question) throw new DomainError('not_found', 'This look-up does not exist.');
  const answers = answersOf(question, await findAskedHosts(db), now);
  const complete = answers.every(({ state }) => state !== 'waiting');
  return { id, digest: LookUpInput.parse(question.body).digest, answers, complete };
}

/** Throws `forbidden` unless the caller has a key, or a subscription that has not ended. */
export async function assertCustomer({ db, actor }: Context<Member | UsageReader>): Promise<void> {
  const { accountId } = actor;
  const key = await db.fuzzyKey.findFirst({ where: { accountId, deletedAt: null }, select: { id: true } });
  if (key) return;
  const status = { in: [...LIVE_STATUSES] };
  if (!(await db.subscription.count({ where: { accountId, status } })))
    throw new DomainError('forbidden', 'You need an API key to look up and report hashes.');
}

/** Throws `forbidden` for a usage token whose owner did not let it report. */
export async function assertMayReport({ db, actor }: Context<Member | UsageReader>): Promise<void> {
  if (actor.kind !== 'usage_token') return;
  const token = await db.usageToken.findUnique({ where: { id: actor.tokenId }, select: { mayReport: true } });
  if (!token?.mayReport) throw new DomainError('forbidden', 'This usage token may not report hashes.');
}

/**
 * Opens a question about the digest; `userId` may read the answers. Returns its id, or null while as many are open as
 * hosts receive.
 */
export async function askHosts(
  { db, now }: Context,
  digest: string,
  keptMs: number,
  userId: string | null,
): Promise<string | null> {
  const open = await db.storageQuestion.count({ where: { openUntil: { gt: now } } });
  if (open >= MAX_QUESTIONS) return null;
  const at = (ms: number) => new Date(now.getTime() + ms);
  const { id } = await db.storageQuestion.create({
    data: {
      ...{ kind: HASH, body: { digest }, userId },
      ...{ askedAt: now, openUntil: at(OPEN_MS), expiresAt: at(keptMs) },
    },
    select: { id: true },
  });
  return id;
}

export const questionFields = {
  id: true,
  body: true,
  openUntil: true,
  answers: { select: { serverId: true, last: true, observedAt: true } },
} satisfies Prisma.StorageQuestionSelect;
type Question = Prisma.StorageQuestionGetPayload<{ select: typeof questionFields }>;

/** The hosts that answer questions, by name. */
export const findAskedHosts = (db: Context['db']) =>
  db.storageServer.findMany({
    where: { removedAt: null },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, lastSeenAt: true },
  });
export type AskedHost = Awaited<ReturnType<typeof findAskedHosts>>[number];

/** What each host says; null for a question that is no longer stored. */
export function answersOf(question: Question | null, hosts: readonly AskedHost[], now: Date): HostAnswer[] {
  return hosts.map((host) => {
    const nothing = { server: host.name, list: null, symbol: null, weight: null, since: null, answered_at: null };
    const given = question?.answers.find(({ serverId }) => serverId === host.id);
    const said = HashAnswer.safeParse(given?.last);
    if (given && said.success)
      return { ...nothing, ...toAnswer(said.data), answered_at: given.observedAt.toISOString() };
    const isSilent = !host.lastSeenAt || now.getTime() - host.lastSeenAt.getTime() > SILENT_AFTER_MS;
    const isOver = given !== undefined || isSilent || !question || question.openUntil <= now;
    return { ...nothing, state: isOver ? 'no_answer' : 'waiting' };
  });
}

function toAnswer({ flags, since }: HashAnswer): Omit<HostAnswer, 'server' | 'answered_at'> {
  const nothing = { list: null, symbol: null, weight: null, since: null };
  if (flags === null) return { ...nothing, state: 'cannot_inspect' };
  if (flags.length === 0) return { ...nothing, state: 'not_stored' };
  const list = LISTS.find((name) => flags.some(({ flag }) => flag === LIST_FLAGS[name])) ?? null;
  const { value } = flags.find(({ flag }) => list !== null && flag === LIST_FLAGS[list]) ?? flags[0] ?? { value: null };
  return {
    state: 'stored',
    list,
    symbol: list && SYMBOLS[list],
    weight: value,
    since: since === null ? null : new Date(since * SECOND).toISOString(),
  };
}
