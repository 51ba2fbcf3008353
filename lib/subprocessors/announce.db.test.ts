import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import type { Subprocessor } from '#lib/base/settings/legal-settings.ts';
import { DAY } from '#lib/base/time.ts';
import { systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { mailsTo, queuedMails } from '#lib/testing/queued-mails.ts';
import { announceSubprocessors, findNoticeProblem, noticeProblem } from './announce.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const HOST: Subprocessor = {
  name: 'Northern Racks Ltd',
  purpose: 'Runs our servers',
  data: 'All that we store',
  country: 'DE',
  basis: 'Adequacy decision',
  from: '2026-03-01',
};
const added = (from: string): Subprocessor => ({ ...HOST, name: 'Letter Works GmbH', country: 'FI', from });

describe('a list of subprocessors', () => {
  const known = new Set(['Northern Racks Ltd, DE, 2026-03-01']);
  test.each<[string, Subprocessor[], Set<string>, string | null]>([
    ['accepts a first list with companies in use', [HOST, added('2026-12-01')], new Set(), null],
    ['refuses a first list that begins tomorrow', [HOST, added('2026-12-02')], new Set(), 'Letter Works GmbH'],
    ['accepts what is known, whenever it begins', [HOST], known, null],
    ['accepts an entry 30 days ahead', [HOST, added('2026-12-31')], known, null],
    ['refuses an entry 29 days ahead', [HOST, added('2026-12-30')], known, 'Letter Works GmbH'],
    ['refuses a new entry that is already in use', [HOST, added('2026-03-01')], known, 'Letter Works GmbH'],
    ['refuses a known company in another country', [{ ...HOST, country: 'US' }], known, 'Northern Racks Ltd'],
    ['refuses an earlier day for a known company', [{ ...HOST, from: '2026-02-01' }], known, 'Northern Racks Ltd'],
    ['accepts a list with fewer entries', [], known, null],
  ])('%s', (_what, entries, before, named) => {
    const problem = noticeProblem(entries, before, NOW);
    if (named === null) expect(problem).toBeNull();
    else expect(problem).toContain(`SUBPROCESSORS: “${named}” is new and begins on`);
  });

  test('is told on which day an entry may begin', () =>
    expect(noticeProblem([added('2026-12-02')], known, NOW)).toContain('its first day is 2026-12-31 at the earliest'));
});

const customerWith = async (tx: Db, status: string | null) => {
  const user = await createUserRow(tx);
  if (status !== null) await createSubscriptionRow(tx, { accountId: user.id, status });
  return user.email ?? '';
};
const sentTo = async (tx: Db, email: string) =>
  (await mailsTo(email, tx)).filter(({ template }) => template === 'subprocessor_added');

test('emails every customer with a live subscription once about an entry, however often workers start', () =>
  inRollback(async (tx) => {
    const live = [
      await customerWith(tx, 'active'),
      await customerWith(tx, 'past_due'),
      await customerWith(tx, 'trialing'),
    ];
    const others = [await customerWith(tx, 'canceled'), await customerWith(tx, null)];
    const ctx = systemContext(tx, { now: NOW });
    expect(await announceSubprocessors(ctx, [HOST])).toEqual({ added: 1, emails: 0 });
    const list = [HOST, added('2027-01-15')];
    expect(await announceSubprocessors(ctx, list)).toEqual({ added: 1, emails: 3 });
    expect(await announceSubprocessors(ctx, list)).toEqual({ added: 0, emails: 0 });
    const later = systemContext(tx, { now: new Date('2027-02-01T00:00:00Z') });
    expect(await announceSubprocessors(later, list)).toEqual({ added: 0, emails: 0 });
    for (const email of live) expect(await sentTo(tx, email)).toHaveLength(1);
    for (const email of others) expect(await sentTo(tx, email)).toEqual([]);
    const [mail] = await sentTo(tx, live[0] ?? '');
    for (const text of ['Letter Works GmbH', 'Finland', '2027-01-15', '/subprocessors'])
      expect(mail?.text).toContain(text);
    expect(await tx.subprocessorNotice.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { id: 'Letter Works GmbH, FI, 2027-01-15', emails: 3, seenAt: NOW },
      { id: 'Northern Racks Ltd, DE, 2026-03-01', emails: 0 },
    ]);
  }));

test('emails a customer with two live subscriptions once', () =>
  inRollback(async (tx) => {
    const user = await createUserRow(tx);
    for (let count = 0; count < 2; count++) await createSubscriptionRow(tx, { accountId: user.id });
    expect(await announceSubprocessors(systemContext(tx, { now: NOW }), [added('2027-01-15')])).toEqual({
      added: 1,
      emails: 1,
    });
  }));

test('compares the list with what workers have seen, and keeps nothing of an announcement that fails', async () => {
  const list = [added('2027-01-15')];
  const failing = inRollback(async (tx) => {
    await customerWith(tx, 'active');
    await announceSubprocessors(systemContext(tx, { now: NOW }), list);
    expect(await findNoticeProblem(tx, [...list, HOST], NOW)).toContain('Northern Racks Ltd');
    expect(await findNoticeProblem(tx, list, new Date('2027-01-10T00:00:00Z'))).toBeNull();
  });
  await failing;
  expect(await db().subprocessorNotice.count()).toBe(0);
  expect((await queuedMails(db())).filter(({ template }) => template === 'subprocessor_added')).toEqual([]);
  expect(await findNoticeProblem(db(), list, new Date('2027-01-10T00:00:00Z'))).toContain('Letter Works GmbH');
});

/** Starts a process of the product with a list, and resolves with its exit code and what it printed. */
const start = (file: string, entries: Subprocessor[]) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env = { ...process.env, LOG_LEVEL: 'silent', SUBPROCESSORS: JSON.stringify(entries) };
    const cwd = path.resolve(import.meta.dirname, '../..');
    execFile(process.execPath, [file], { cwd, env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code, text: stdout + stderr }),
    );
  });

test.each(['worker.ts', 'server/index.ts'])('stops the start of %s, and names the entry', async (file) => {
  const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
  const { code, text } = await start(file, [added(tomorrow)]);
  expect(code).toBe(1);
  expect(text).toContain(`SUBPROCESSORS: “Letter Works GmbH” is new and begins on ${tomorrow}`);
});
