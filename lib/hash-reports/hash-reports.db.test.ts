import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { DAY, SECOND } from '#lib/base/time.ts';
import { recordStorageAnswers } from '#lib/storage/tasks/answers.ts';
import { getStorageTasks } from '#lib/storage/tasks/tasks.ts';
import {
  adminContext,
  serverContext,
  subscriberContext,
  systemContext,
  usageReaderContext,
} from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { listDesk } from './desk.ts';
import { getFigures } from './figures.ts';
import { getHostHashes, recordHostHashes } from './hosts.ts';
import { judgeReport } from './judge.ts';
import { getLookUp, lookUp } from './look-up.ts';
import { getOwnReport, listOwnReports } from './queries.ts';
import { liftRefusal, listRefusals } from './refusals.ts';
import { answerQuestion, createReport } from './report.ts';
import { tidyReports } from './retention.ts';
import { standingOf } from './standing.ts';
import type { JudgeInput } from './schema.ts';

const now = new Date();
const later = (ms: number) => new Date(now.getTime() + ms);
let digests = 0;
const newDigest = () => (digests += 1).toString(16).padStart(128, 'a');

/** A customer, and an admin. */
async function people() {
  const user = await createUserRow(db());
  await createKeyRow(db(), { accountId: user.id });
  const admin = await createUserRow(db(), { isAdmin: true });
  const ctx = subscriberContext(db(), user, { now });
  const judge = (id: string, input: Partial<JudgeInput>, at = now) =>
    judgeReport(adminContext(db(), admin, { now: at }), id, { version: 1, verdict: 'remove', reason: '', ...input });
  const report = (digest: string, more: { note?: string; pasted?: string } = {}) =>
    createReport(ctx, { digest, note: '', pasted: '', ...more });
  return { user, ctx, judge, report, adminCtx: adminContext(db(), admin, { now }) };
}

/** The only hosts in service. */
async function onlyHosts(count: number) {
  await db().storageServer.updateMany({ data: { removedAt: now } });
  const rows = [];
  for (let n = 0; n < count; n++) rows.push((await createServerRow(db(), { lastSeenAt: now })).server);
  return rows.map((row) => {
    const at = (time = now) => serverContext(db(), row.id, { now: time });
    return {
      ...row,
      at,
      remove: (digest: string, was_stored: boolean | null = null, time = now) =>
        recordHostHashes(at(time), { version: 0, error: null, removed: [{ digest, was_stored }] }),
      asked: async (version = 0) => getHostHashes(at(), version),
    };
  });
}

const stateOf = async (id: string) => (await db().hashReport.findUniqueOrThrow({ where: { id } })).state;
const mailsAbout = async (email: string | null) =>
  (await mailsTo(email ?? '')).filter(({ template }) => template === 'hash_report').map(({ subject }) => subject);

test('asks every host about a hash, and says what each answers', async () => {
  const { ctx } = await people();
  const [a, b, c] = await onlyHosts(3);
  if (!a || !b || !c) throw new Error('no hosts');
  await db().storageServer.update({ where: { id: c.id }, data: { lastSeenAt: later(-DAY) } });
  const digest = newDigest();
  const asked = await lookUp(ctx, { digest });
  const states = (view: typeof asked) => Object.fromEntries(view.answers.map(({ server, state }) => [server, state]));
  expect(states(asked)).toEqual({ [a.name]: 'waiting', [b.name]: 'waiting', [c.name]: 'no_answer' });
  expect(asked.complete).toBe(false);
  const { questions } = await getStorageTasks(a.at());
  expect(questions.find(({ id }) => id === asked.id)).toEqual({ id: asked.id, kind: 'hash', digest });
  const answer = (host: typeof a, flags: { flag: number; value: number }[] | null, time = now) =>
    recordStorageAnswers(host.at(), {
      answers: [
        { id: asked.id, observed_at: time, answer: { kind: 'hash', version: '4.1.6', flags, since: flags && 1 } },
      ],
    });
  await answer(a, [{ flag: 8, value: 12 }]);
  await answer(b, null);
  const view = await getLookUp(ctx, asked.id);
  expect(view.complete).toBe(true);
  expect(view.answers.find(({ server }) => server === a.name)).toMatchObject({
    ...{ state: 'stored', list: 'premium', symbol: 'FUZZY_PLUS_DENIED', weight: 12 },
    since: '1970-01-01T00:00:01.000Z',
  });
  expect(view.answers.find(({ server }) => server === b.name)).toMatchObject({ state: 'cannot_inspect' });
  await expect(getLookUp((await people()).ctx, asked.id)).rejects.toMatchObject({ code: 'not_found' });
  await answer(b, [], later(SECOND));
  expect(states(await getLookUp(ctx, asked.id))).toMatchObject({ [b.name]: 'not_stored' });
  const over = await getLookUp({ ...ctx, now: later(50 * SECOND) }, (await lookUp(ctx, { digest })).id);
  expect(over.complete).toBe(true);
});

test('answers no one without a key or subscription', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { now });
  await expect(lookUp(ctx, { digest: newDigest() })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(createReport(ctx, { digest: newDigest(), note: '', pasted: '' })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('keeps of a report only what was recognised, without addresses, and takes a hash once while it is open', async () => {
  const { ctx, report, user } = await people();
  const digest = newDigest();
  const pasted = `To: anna@example.com\nX-Rspamd-Fuzzy: ${digest} (rule=x; flag=8; prob=1.00)`;
  const view = await report(digest, { pasted, note: 'A newsletter of anna@example.com' });
  expect(view).toMatchObject({ digest, state: 'waiting', note: 'A newsletter of <address>', host_count: 0 });
  const row = await db().hashReport.findUniqueOrThrow({ where: { id: view.id } });
  expect(row.evidence).toBe(`header, flag 8: ${digest}`);
  expect(JSON.stringify(row)).not.toContain('example.com');
  await expect(report(digest)).rejects.toMatchObject({ code: 'conflict' });
  expect((await listOwnReports(ctx)).reports).toEqual([view]);
  const other = await people();
  await expect(getOwnReport(other.ctx, view.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await listOwnReports(other.ctx)).reports).toEqual([]);
  const [event] = await db().auditEvent.findMany({ where: { action: 'hash_report.created', targetId: user.id } });
  expect(event?.data).toEqual({ report: view.id, digest });
});

test('removes a hash on every host, tells the reporter once with the times, and refuses it for a year', async () => {
  const { report, judge, user, ctx } = await people();
  const [a, b] = await onlyHosts(2);
  if (!a || !b) throw new Error('no hosts');
  const digest = newDigest();
  const { id } = await report(digest);
  expect((await a.asked()).remove).not.toContain(digest);
  const judged = await judge(id, {});
  expect(judged).toMatchObject({ state: 'removing', host_count: 2, removed_count: 0, version: 2 });
  const asked = await b.asked();
  expect(asked.remove).toContain(digest);
  expect(asked.refusals).toContainEqual([digest, Math.floor(later(365 * DAY).getTime() / SECOND)]);
  await a.remove(digest, true, later(5 * SECOND));
  expect(await stateOf(id)).toBe('removing');
  expect((await a.asked()).remove).not.toContain(digest);
  await a.remove(digest, true, later(6 * SECOND));
  await b.remove(digest, null, later(9 * DAY));
  await b.remove(digest, null, later(10 * DAY));
  const view = await getOwnReport(ctx, id);
  expect(view).toMatchObject({ state: 'removed', host_count: 2, removed_count: 2 });
  expect(view.hosts.map(({ removed_at }) => removed_at).toSorted()).toEqual([
    later(5 * SECOND).toISOString(),
    later(9 * DAY).toISOString(),
  ]);
  expect(view.stays_away_until).toBe(later(365 * DAY).toISOString());
  expect(await mailsAbout(user.email)).toEqual([`Hash ${digest.slice(0, 10)} was removed`]);
  expect(await db().auditEvent.count({ where: { action: 'hash_report.settled', targetId: user.id } })).toBe(1);
});

test('ends a report once if its last hosts answer at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { report, judge, user } = await people();
    const hosts = await onlyHosts(3);
    const digest = newDigest();
    const { id } = await report(digest);
    await judge(id, {});
    await Promise.all(hosts.flatMap((host) => [host.remove(digest), host.remove(digest)]));
    expect(await stateOf(id)).toBe('removed');
    expect(await mailsAbout(user.email)).toHaveLength(1);
  }
});

test('says that a hash was on no host, and does not wait for hosts that were taken out of service', async () => {
  const { report, judge, user } = await people();
  const [a, b] = await onlyHosts(2);
  if (!a || !b) throw new Error('no hosts');
  const digest = newDigest();
  const { id } = await report(digest);
  await judge(id, {});
  await a.remove(digest, false);
  await db().storageServer.update({ where: { id: b.id }, data: { removedAt: now } });
  expect(await tidyReports(systemContext(db(), { now }))).toBeGreaterThan(0);
  expect(await stateOf(id)).toBe('gone');
  expect(await mailsAbout(user.email)).toEqual([`Hash ${digest.slice(0, 10)} is on none of our hosts`]);
});

test('lets one of two admins judge, and shows the other what was decided', async () => {
  const [{ report, judge }, other] = [await people(), await people()];
  await onlyHosts(1);
  const { id } = await report(newDigest());
  const results = await Promise.allSettled([
    judge(id, { verdict: 'keep', reason: 'Spam' }),
    other.judge(id, { verdict: 'remove' }),
  ]);
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refused?.reason).toMatchObject({ code: 'conflict', details: { report: { id, state: await stateOf(id) } } });
  expect(await db().hashRemoval.count({ where: { reportId: id } })).toBe((await stateOf(id)) === 'removing' ? 1 : 0);
});

test('keeps a hash with a reason, and asks back until the reporter answers', async () => {
  const { report, judge, ctx, user } = await people();
  const { id } = await report(newDigest());
  const asked = await judge(id, { verdict: 'ask', reason: 'Which sender?' });
  expect(asked).toMatchObject({ state: 'asked', question: 'Which sender?' });
  expect(await answerQuestion(ctx, id, { answer: 'news@example.com' })).toMatchObject({
    ...{ state: 'waiting', answer: '<address>' },
  });
  await expect(answerQuestion(ctx, id, { answer: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(answerQuestion((await people()).ctx, id, { answer: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(judge(id, { verdict: 'keep', reason: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await judge(id, { verdict: 'keep', reason: 'Spam', version: 3 })).toMatchObject({
    ...{ state: 'kept', reason: 'Spam', host_count: 0 },
  });
  expect(await mailsAbout(user.email)).toHaveLength(2);
});

test('settles the reports of other customers with the one that was judged, and counts them by customer', async () => {
  const [one, two] = [await people(), await people()];
  const [host] = await onlyHosts(1);
  const digest = newDigest();
  const [first, second] = [await one.report(digest), await two.report(digest)];
  const { reports, waiting } = await listDesk(one.adminCtx, { state: 'waiting' });
  expect(waiting).toBeGreaterThanOrEqual(2);
  expect(reports.find(({ id }) => id === first.id)).toMatchObject({
    similar: { reports: 1, customers: 1 },
    reporter: { user_id: one.user.id, email: one.user.email, reports: 1, standing: 'new' },
    hits: null,
  });
  await one.judge(first.id, {});
  await host?.remove(digest);
  expect(await Promise.all([stateOf(first.id), stateOf(second.id)])).toEqual(['removed', 'removed']);
  expect(await mailsAbout(two.user.email)).toHaveLength(1);
});

test.each([
  [{ removed: 0, kept: 0 }, 'new'],
  [{ removed: 0, kept: 2 }, 'new'],
  [{ removed: 0, kept: 3 }, 'poor'],
  [{ removed: 2, kept: 3 }, 'good'],
  [{ removed: 2, kept: 4 }, 'poor'],
  [{ removed: 3, kept: 0 }, 'good'],
] as const)('gives a reporter with %o the standing %s', (record, standing) =>
  expect(standingOf(record)).toBe(standing),
);

test('takes three reports a day from a reporter with a poor standing', async () => {
  const { report, user } = await people();
  const kept = { accountId: user.id, state: 'kept', evidence: '', note: '', createdAt: now };
  await db().hashReport.createMany({ data: [1, 2, 3].map(() => ({ ...kept, digest: newDigest() })) });
  for (let n = 0; n < 3; n++) await report(newDigest());
  await expect(report(newDigest())).rejects.toMatchObject({ code: 'rate_limited' });
});

test('lets a usage token report only if its owner said so', async () => {
  const { user } = await people();
  const base = usageReaderContext(db(), user, { now });
  const tokenOf = async (mayReport: boolean) => {
    const data = { accountId: user.id, name: 'x', mayReport, prefix: 'x', tokenHash: Buffer.from(newDigest()) };
    const { id: tokenId } = await db().usageToken.create({ data });
    return { ...base, actor: { ...base.actor, tokenId } };
  };
  const [may, mayNot] = [await tokenOf(true), await tokenOf(false)];
  const { id } = await createReport(may, { digest: newDigest(), note: '', pasted: '' });
  expect(await getOwnReport(may, id)).toMatchObject({ id, state: 'waiting' });
  await expect(getOwnReport(mayNot, id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(createReport(mayNot, { digest: newDigest(), note: '', pasted: '' })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('raises the version of the refusals with each change, and sends hosts what they lack', async () => {
  const { report, judge, adminCtx } = await people();
  const [host] = await onlyHosts(1);
  if (!host) throw new Error('no host');
  const [a, b] = [newDigest(), newDigest()];
  await judge((await report(a)).id, {});
  const first = await host.asked();
  await judge((await report(b)).id, {});
  const next = await host.asked(first.version);
  expect(next.refusals.map(([digest]) => digest)).toEqual([b]);
  expect(next).toMatchObject({ version: first.version + 1, is_complete: true });
  await liftRefusal(adminCtx, a, { reason: 'Spam after all, says ann@acme.example' });
  const lifted = await db().auditEvent.findFirstOrThrow({ where: { action: 'hash_refusal.lifted', targetId: a } });
  expect(lifted.data).toMatchObject({
    version: next.version + 1,
    reason: expect.stringMatching(/^Spam after all, says (?!.*ann@)/),
  });
  await expect(liftRefusal(adminCtx, a, { reason: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(liftRefusal(adminCtx, newDigest(), { reason: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await host.asked(next.version)).refusals).toEqual([[a, 0]]);
  expect((await host.asked(next.version + 1)).refusals).toEqual([]);
  expect((await host.asked(next.version + 1000)).refusals.length, 'after a restored backup').toBeGreaterThan(1);
  await recordHostHashes(host.at(), { version: next.version, error: 'no skip_hashes', removed: [] });
  const list = await listRefusals(adminCtx, { q: a });
  expect(list.refusals).toMatchObject([{ digest: a, lifted_at: now.toISOString() }]);
  expect(list).toMatchObject({ version: next.version + 1 });
  expect(list.hosts).toEqual([{ server: host.name, version: next.version, error: 'no skip_hashes' }]);
});

test('gives versions in the order in which changes become visible', async () => {
  const { report, judge } = await people();
  await onlyHosts(0);
  const ids = [];
  for (let n = 0; n < 8; n++) ids.push((await report(newDigest())).id);
  await Promise.all(ids.map((id) => judge(id, {})));
  const versions = (await db().hashRefusal.findMany({ where: { reportId: { in: ids } } })).map(
    ({ version }) => version,
  );
  expect(new Set(versions).size).toBe(8);
  expect(Math.max(...versions) - Math.min(...versions)).toBe(7);
});

test('empties the texts of a report 90 days after its judgement, and keeps the rest', async () => {
  const { report, judge } = await people();
  const digest = newDigest();
  const { id } = await report(digest, { note: 'A newsletter', pasted: digest });
  await judge(id, { verdict: 'keep', reason: 'Spam' });
  const tidy = async (time: Date) => {
    await tidyReports(systemContext(db(), { now: time }));
    return db().hashReport.findUniqueOrThrow({ where: { id } });
  };
  expect(await tidy(later(90 * DAY - SECOND))).toMatchObject({ note: 'A newsletter', reason: 'Spam' });
  const empty = { note: '', evidence: '', reason: null, question: null, answer: null };
  expect(await tidy(later(90 * DAY + SECOND))).toMatchObject({ ...empty, digest, state: 'kept' });
});

test('counts the reports of 90 days, by day and in all', async () => {
  await db().hashReport.deleteMany();
  const { user } = await people();
  const at = new Date('2026-03-01T12:00:00Z');
  const row = (daysAgo: number, state: string, answeredAfter: number | null) => {
    const createdAt = new Date(at.getTime() - daysAgo * DAY);
    const answeredAt = answeredAfter === null ? null : new Date(createdAt.getTime() + answeredAfter * SECOND);
    return { accountId: user.id, digest: newDigest(), state, evidence: '', note: '', createdAt, answeredAt };
  };
  await db().hashReport.createMany({
    data: [row(0, 'removed', 10), row(0, 'kept', 30), row(0, 'waiting', null), row(89, 'gone', 20), row(90, 'kept', 1)],
  });
  const figures = await getFigures({ db: db(), now: at });
  expect(figures).toMatchObject({
    ...{ from: '2025-12-02', to: '2026-03-01', reports: 4, answered: 3, median_seconds: 20, removed: 2 },
    share_removed: 0.667,
  });
  expect(figures.days).toHaveLength(90);
  expect(figures.days.at(-1)).toEqual({ date: '2026-03-01', reports: 3, answered: 2, median_seconds: 20, removed: 1 });
  await db().hashReport.deleteMany();
  expect(await getFigures({ db: db(), now: at })).toMatchObject({ median_seconds: null, share_removed: null });
});
