import { expect, test } from 'vitest';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { mailPasswordReset, setPassword } from '#lib/users/reset-password-by-admin.ts';
import { listUsageTokens } from './queries.ts';
import { MAX_USAGE_TOKENS } from './schema.ts';
import { CreateUsageTokenInput } from './schema.ts';
import { createUsageToken, revokeUsageToken } from './service.ts';

type Person = Awaited<ReturnType<typeof createSignedInUser>>;
const name = 'Prometheus';
const namesOf = async ({ ctx }: Person) => (await listUsageTokens(ctx)).usage_tokens.map((each) => each.name);
const auditLogOf = (store: Db, { id }: Person) =>
  store.auditEvent.findMany({
    where: { targetId: id },
    orderBy: { id: 'asc' },
    select: { action: true, actorId: true, data: true },
  });

test('returns a token of 256 bits once; the row keeps its hash and its beginning (S76)', () =>
  inRollback(async (store) => {
    const person = await createSignedInUser(store);
    const { token, usage_token } = await createUsageToken(person.ctx, { name });
    expect(token).toMatch(/^rpu_[A-Za-z0-9_-]{43}$/);
    expect(usage_token).toEqual({
      id: usage_token.id,
      name,
      prefix: token.slice(0, 12),
      may_report: false,
      last_used_at: null,
      created_at: person.ctx.now.toISOString(),
    });
    expect(await listUsageTokens(person.ctx)).toEqual({ usage_tokens: [usage_token] });
    const row = await store.usageToken.findUniqueOrThrow({ where: { id: usage_token.id } });
    expect(row).toMatchObject({ accountId: person.id, tokenHash: sha256(token) });
    expect(JSON.stringify({ ...row, tokenHash: null })).not.toContain(token.slice(12));
    expect(await createUsageToken(person.ctx, { name })).not.toMatchObject({ token });
  }));

test('lets a token report hashes only if its owner says so, and tells the owner', () =>
  inRollback(async (store) => {
    const person = await createSignedInUser(store);
    const { usage_token } = await createUsageToken(person.ctx, { name, may_report: true });
    expect(usage_token.may_report).toBe(true);
    expect((await createUsageToken(person.ctx, { name })).usage_token.may_report).toBe(false);
    const texts = (await mailsTo(person.email ?? '', store)).map(({ text }) => text.includes('and report hashes'));
    expect(texts).toEqual([true, false]);
  }));

test('audits creation and revocation, without the token (S81)', () =>
  inRollback(async (store) => {
    const person = await createSignedInUser(store);
    const { token, usage_token } = await createUsageToken(person.ctx, { name });
    await revokeUsageToken(person.ctx, usage_token.id);
    const data = { usage_token: usage_token.id };
    const auditLog = await auditLogOf(store, person);
    expect(auditLog).toEqual(
      expect.arrayContaining([
        { action: 'user.usage_token_created', actorId: person.id, data },
        { action: 'user.usage_token_revoked', actorId: person.id, data },
      ]),
    );
    expect(JSON.stringify(auditLog)).not.toContain(token.slice(4));
    expect(await namesOf(person)).toEqual([]);
  }));

test('requires a fresh login, and otherwise creates nothing', () =>
  inRollback(async (store) => {
    const person = await createSignedInUser(store);
    const later = person.contextAt(new Date(Date.now() + 11 * MINUTE));
    await expect(createUsageToken(later, { name })).rejects.toMatchObject({ code: 'reauthentication_required' });
    expect(await namesOf(person)).toEqual([]);
    expect(await auditLogOf(store, person)).toEqual([]);
  }));

test('revokes a token without a fresh login', () =>
  inRollback(async (store) => {
    const person = await createSignedInUser(store);
    const { usage_token } = await createUsageToken(person.ctx, { name });
    await revokeUsageToken(person.contextAt(new Date(Date.now() + 11 * MINUTE)), usage_token.id);
    expect(await namesOf(person)).toEqual([]);
  }));

test("neither lists nor revokes another user's token (S47)", () =>
  inRollback(async (store) => {
    const [person, other] = [await createSignedInUser(store), await createSignedInUser(store)];
    const { usage_token } = await createUsageToken(person.ctx, { name });
    await expect(revokeUsageToken(other.ctx, usage_token.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await namesOf(other)).toEqual([]);
    expect(await namesOf(person)).toEqual([name]);
    expect(await auditLogOf(store, other)).toEqual([]);
  }));

test('creates a fifth token for one of eight concurrent requests, and another after a revocation (S53)', async () => {
  const person = await createSignedInUser(db());
  const make = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, n) => createUsageToken(person.ctx, { name: `token ${n}` })));
  await make(MAX_USAGE_TOKENS - 1);
  const made = await make(8);
  const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(refused).toMatchObject(Array.from({ length: 7 }, () => ({ code: 'conflict' })));
  const { usage_tokens } = await listUsageTokens(person.ctx);
  expect(usage_tokens).toHaveLength(5);
  await revokeUsageToken(person.ctx, usage_tokens[0]?.id ?? '');
  await expect(createUsageToken(person.ctx, { name })).resolves.toMatchObject({ usage_token: { name } });
});

test.each<[string, unknown, boolean]>([
  ['a word', 'Grafana', true],
  ['64 characters', 'x'.repeat(64), true],
  ['letters of any script', 'Überwachung 監視', true],
  ['markup', '<b onload=x>', true],
  ['65 characters', 'x'.repeat(65), false],
  ['nothing', '', false],
  ['spaces', '   ', false],
  ['a line break', 'a\nb', false],
  ['a control character', 'a\u0007b', false],
  ['a number', 1, false],
  ['a list', ['a'], false],
  ['null', null, false],
])('decides whether a name is valid: %s (S40, S52)', (_title, value, isName) => {
  expect(CreateUsageTokenInput.safeParse({ name: value }).success).toBe(isName);
});

test('trims the name of a token', () => {
  expect(CreateUsageTokenInput.parse({ name: '  Grafana ' })).toEqual({ name: 'Grafana' });
});

const NEW_PASSWORD = 'Brand-New-Horse-7-Battery';
/** Actions that end a user's usage tokens, as well as the refresh tokens of connected apps. */
const ENDS: Record<string, (store: Db, person: Person) => Promise<unknown>> = {
  'a reset by email (S13)': async (store, { id, email }) => {
    const token = await createOneTimeToken(store, 'reset_password', { id, email }, new Date());
    await resetPassword(anonymousContext(store), { email, token, password: NEW_PASSWORD });
  },
  'a password set by an admin (S24)': (store, person) => setPassword(adminContext(store), person, 'hash'),
  'a reset requested by an admin (S24)': (store, person) => mailPasswordReset(adminContext(store), person),
  'a block by an admin (S24)': (store, { id }) =>
    blockUsers(adminContext(store), { ids: [id], blocked: true, dry_run: false }),
  'a deletion by an admin (S24)': (store, { id, email }) => deleteUser(adminContext(store), id, { email }),
  "deletion of the user's own account": (_store, { ctx, email }) => deleteOwnAccount(ctx, { email }),
};
test.each(Object.entries(ENDS))("ends all usage tokens of the user, but no other user's: %s", (_title, end) =>
  inRollback(async (store) => {
    const [person, other] = [await createSignedInUser(store), await createSignedInUser(store)];
    await createUsageToken(person.ctx, { name });
    await createUsageToken(person.ctx, { name: 'another' });
    await createUsageToken(other.ctx, { name });
    await end(store, person);
    expect(await store.usageToken.count({ where: { accountId: person.id } })).toBe(0);
    expect(await namesOf(other)).toEqual([name]);
  }),
);

test('creates no token that outlives a concurrent reset (S13)', async () => {
  const person = await createSignedInUser(db());
  const making = await inTransaction(db(), async (tx) => {
    await endEverySession(anonymousContext(tx), person.id);
    const made = createUsageToken(person.ctx, { name }).catch((error: unknown) => error);
    await waitsForLock();
    return { made };
  });
  expect(await making.made).toMatchObject({ code: 'reauthentication_required' });
  expect(await db().usageToken.count({ where: { accountId: person.id } })).toBe(0);
});

/** Waits until another connection to this database waits for a lock. */
async function waitsForLock(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await db().$queryRaw<object[]>`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        ).length,
    )
    .toBe(1);
}
