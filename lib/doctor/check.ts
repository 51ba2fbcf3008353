import type { Admin, Context, Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { endOfKey, keyState } from '#lib/fuzzy-keys/policy.ts';
import { LIST_FLAGS, LISTS, SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import { ConnectionAnswer } from '#lib/storage/tasks/schema.ts';
import { CONNECTION, ConnectionQuestion } from './schema.ts';
import { type Finding, findingOf, type KeyFacts, verdictOf } from './verdict.ts';
import type { CheckedHost, ConnectionCheck, DoctorView } from './views.ts';

const factFields = {
  keyId: true,
  description: true,
  forbiddenFlags: true,
  rate: true,
  quantity: true,
  suspendedAt: true,
  deletedAt: true,
  worksUntil: true,
  replacedById: true,
  rank: { select: { rate: true, forbiddenFlags: true } },
  subscription: { select: { status: true } },
  account: { select: { blockedAt: true, dailyLimit: true } },
} satisfies Prisma.FuzzyKeySelect;
type Row = Prisma.FuzzyKeyGetPayload<{ select: typeof factFields }>;

/** A key as the verdict needs it, and its name. */
type KnownKey = KeyFacts & { description: string };

/** What the portal knows about these keys. */
async function readKeys({ db, now }: Context, keyIds: readonly string[]): Promise<KnownKey[]> {
  const rows = await db.fuzzyKey.findMany({ where: { keyId: { in: [...keyIds] } }, select: factFields });
  return rows.map((row) => factsOf(row, now));
}

function factsOf(row: Row, now: Date): KnownKey {
  const flags = [...row.rank.forbiddenFlags, ...row.forbiddenFlags];
  return {
    keyId: row.keyId,
    description: row.description,
    ...stateOf(row, now),
    hiddenLists: LISTS.filter((list) => flags.includes(LIST_FLAGS[list])),
  };
}

function stateOf(row: Row, now: Date): Pick<KeyFacts, 'state' | 'why'> {
  const state = keyState(row, now);
  if (endOfKey(row, now)) return { state: row.replacedById === null ? 'deleted' : 'ended', why: null };
  if (limitOf(row).rate === 0) return { state: 'suspended', why: 'limit' };
  if (state === 'on') return { state, why: null };
  if (row.account?.blockedAt) return { state: 'suspended', why: 'blocked' };
  const isUnpaid = row.subscription !== null && !['active', 'trialing', 'past_due'].includes(row.subscription.status);
  return { state: 'suspended', why: isUnpaid ? 'billing' : 'admin' };
}

/** The caller's latest check of a connection, and the address that they ask from. */
export async function getDoctor(ctx: Context<Member>): Promise<DoctorView> {
  const keys = await ctx.db.fuzzyKey.count({
    where: { accountId: ctx.actor.accountId, privateKeySealed: { not: null } },
  });
  return { own_address: ctx.ip, has_key: keys > 0, check: await findCheck(ctx, { not: 'any' }) };
}

/** The caller's latest check as an admin. */
export const getAdminDoctor = async (ctx: Context<Admin>): Promise<DoctorView> => ({
  own_address: ctx.ip,
  has_key: true,
  check: await findCheck(ctx, { equals: 'any' }),
});

const questionFields = {
  body: true,
  askedAt: true,
  openUntil: true,
  answers: { select: { serverId: true, first: true, last: true } },
} satisfies Prisma.StorageQuestionSelect;

async function findCheck(
  ctx: Context<Member>,
  scope: { equals: 'any' } | { not: 'any' },
): Promise<ConnectionCheck | null> {
  const { db, now, actor } = ctx;
  const question = await db.storageQuestion.findFirst({
    where: { userId: actor.userId, kind: CONNECTION, expiresAt: { gt: now }, body: { path: ['scope'], ...scope } },
    orderBy: { askedAt: 'desc' },
    select: questionFields,
  });
  return question && toCheck(ctx, question);
}

type Question = Prisma.StorageQuestionGetPayload<{ select: typeof questionFields }>;

async function toCheck(ctx: Context, question: Question): Promise<ConnectionCheck> {
  const asked = ConnectionQuestion.parse(question.body);
  const readings = new Map(question.answers.map((answer) => [answer.serverId, readingOf(answer)]));
  const said = [...readings.values()].flatMap((reading) => reading?.last.keys ?? []);
  const used = said.filter(({ from_address }) => from_address).map(({ key_id }) => key_id);
  const keys = await readKeys(ctx, asked.key_ids ?? used);
  const isOpen = question.openUntil > ctx.now;
  const mayKnow = asked.scope !== 'key' || used.length > 0;
  const hosts = (await findHosts(ctx)).map((host) => {
    const reading = readings.get(host.id);
    const finding = reading ? (mayKnow ? findingOf(reading, keys) : UNKNOWN) : null;
    return {
      finding,
      row: rowOf(host, { finding, isOpen, hasAnswered: readings.has(host.id), version: reading?.last.version }),
    };
  });
  return {
    address: asked.address,
    scope: asked.scope,
    asked_at: question.askedAt.toISOString(),
    open_until: question.openUntil.toISOString(),
    is_open: isOpen,
    hosts: hosts.map(({ row }) => row),
    verdict: verdictOf(
      hosts.flatMap(({ finding }) => finding ?? []),
      keys,
      isOpen,
    ),
    keys: asked.scope === 'any' ? namesOf(new Set(used), keys) : [],
  };
}

/** The finding about an address that is not the caller's own and used none of their keys. */
const UNKNOWN: Finding = {
  state: 'unknown',
  checked: 0,
  hits: 0,
  errors: 0,
  undecrypted: null,
  failedBefore: false,
  lists: [],
};

/** Null for an answer that says nothing, as from an agent that does not know the question. */
function readingOf({ first, last }: Question['answers'][number]) {
  const [from, to] = [ConnectionAnswer.safeParse(first), ConnectionAnswer.safeParse(last)];
  return from.success && to.success ? { first: from.data, last: to.data } : null;
}

const findHosts = ({ db, now }: Context) =>
  db.storageServer
    .findMany({
      where: { removedAt: null },
      orderBy: { name: 'asc' },
      select: { id: true, name: true, host: true, port: true, lastSeenAt: true },
    })
    .then((rows) =>
      rows.map(({ lastSeenAt, ...host }) => ({
        ...host,
        isSilent: !lastSeenAt || now.getTime() - lastSeenAt.getTime() > SILENT_AFTER_MS,
      })),
    );

type Host = Awaited<ReturnType<typeof findHosts>>[number];
type Said = { finding: Finding | null; hasAnswered: boolean; isOpen: boolean; version: string | undefined };

function rowOf(host: Host, { finding, hasAnswered, isOpen, version }: Said): CheckedHost {
  const { lists: _, failedBefore: __, state, ...counts } = finding ?? { ...UNKNOWN, state: missingState() };
  return {
    name: host.name,
    server: host.host === null ? null : `${host.host}:${host.port}`,
    state,
    ...counts,
    rspamd: version ?? null,
  };

  function missingState(): CheckedHost['state'] {
    if (hasAnswered) return 'old_agent';
    if (host.isSilent) return 'silent';
    return isOpen ? 'waiting' : 'late';
  }
}

const namesOf = (used: ReadonlySet<string>, keys: readonly KnownKey[]) =>
  [...used].map((id) => {
    const known = keys.find(({ keyId }) => keyId === id);
    return { key_id: id, description: known?.description ?? null, state: known?.state ?? 'unknown' };
  });
