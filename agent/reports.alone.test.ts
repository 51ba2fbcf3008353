import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { retryAfter } from './src/system/request.ts';
import { bodiesOf, MAX_ROWS, mergeReports } from './src/usage/report.ts';
import type { Fate, Usage } from './testing/fake-portal.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-06-15T12:00:00Z');
const keyId = (index: number) =>
  index
    .toString(8)
    .padStart(13, '0')
    .replaceAll(/\d/g, (digit) => 'ybndrfg8'.charAt(Number(digit)));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);

/** Runs a test on a host whose agent has a state, with two keys in the storage. */
const settled = (
  test: (host: Host, agent: Agent, key: string) => Promise<void>,
  settings: Record<string, string> = {},
) =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(2));
    const agent = new Agent(readSettings({ ...host.env, ...settings }));
    await agent.collect();
    await agent.refreshMap();
    await agent.collect();
    while (await agent.deliver());
    host.portal.taken.clear();
    host.portal.bodies.length = 0;
    await test(host, agent, host.storage.keys()[0] ?? '');
  });
const queue = (agent: Agent) => agent.store.state?.queue ?? [];
const sent = (host: Host) => host.portal.bodies.map((body) => JSON.parse(body) as Usage);

test('sends the flags of matches with the rows of their keys, and keeps them when reports are merged', () => {
  const a = { from: 0, to: MINUTE, rows: [], flags: { k: [8] } };
  const b = { from: MINUTE, to: 2 * MINUTE, rows: [], flags: { k: [1], l: [1] } };
  expect(mergeReports(a, b).flags).toEqual({ k: [1, 8], l: [1] });
  expect(mergeReports({ ...a, flags: {} }, { from: 0, to: 1, rows: [] }).flags).toEqual({});
  const [body = ''] = bodiesOf(
    {
      ...a,
      rows: [
        ['k', 1, 1, 0],
        ['l', 1, 0, 0],
      ],
    },
    1,
  );
  expect((JSON.parse(body) as Usage).keys).toEqual([
    { key_id: 'k', checked: 1, hits: 1, errors: 0, matched_flags: [8] },
    { key_id: 'l', checked: 1, hits: 0, errors: 0 },
  ]);
});

test('sends a sequence, from, to, and a row for every key that fuzzystat lists', () =>
  settled(async (host, agent, key) => {
    const keys = host.storage.keys().sort();
    host.storage.request(key, [4, 2, 1]);
    later(1);
    await agent.collect();
    expect(await agent.deliver()).toContain('reported 2 keys');
    expect(await agent.deliver()).toBeNull();
    const [report] = sent(host);
    expect(report).toEqual({
      sequence: expect.any(Number),
      from: '2026-06-15T12:00:00.000Z',
      to: '2026-06-15T12:01:00.000Z',
      keys: keys.map((key_id) => ({
        key_id,
        ...(key_id === key ? { checked: 4, hits: 2, errors: 1 } : { checked: 0, hits: 0, errors: 0 }),
      })),
    });
    expect(report?.sequence).toBeGreaterThanOrEqual(START);
    const { headers, method } = host.portal.requests.at(-1) ?? {};
    expect({ method, type: headers?.['content-type'] }).toEqual({ method: 'POST', type: 'application/json' });
  }));

test('increases the sequence with every report, even across restarts', () =>
  settled(async (host) => {
    for (let run = 0; run < 4; run++) {
      later(1);
      const agent = new Agent(readSettings(host.env));
      await agent.collect();
      await agent.deliver();
    }
    const sequences = sent(host).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(4);
  }));

test.each([1, 4999, 5000, 5001, 12_000])('sends %i rows in parts of at most 5,000 rows and 1 MB', (count) => {
  const most = Number.MAX_SAFE_INTEGER;
  const rows = Array.from(
    { length: count },
    (_, index) => [keyId(index), most, most, most] as [string, number, number, number],
  );
  const bodies = bodiesOf({ from: 0, to: MINUTE, rows }, 100);
  const reports = bodies.map((body) => JSON.parse(body) as Usage);
  expect(reports.flatMap(({ keys }) => keys.map(({ key_id }) => key_id))).toEqual(rows.map(([key]) => key));
  expect(reports.map(({ sequence }) => sequence)).toEqual(bodies.map((_, index) => 100 + index));
  for (const [index, body] of bodies.entries()) {
    expect(Buffer.byteLength(body)).toBeLessThan(1_000_000);
    expect(reports[index]?.keys.length).toBeLessThanOrEqual(MAX_ROWS);
  }
  expect(bodiesOf({ from: 0, to: MINUTE, rows }, 100)).toEqual(bodies);
});

test('resends the parts of a report with the same sequences and bodies until all are accepted', () =>
  settled(async (host, agent) => {
    const { state } = agent.store;
    if (!state) throw new Error('no state');
    const rows = Array.from(
      { length: 11_000 },
      (_, index) => [keyId(index), 1, 0, 0] as [string, number, number, number],
    );
    const next = { ...state, queue: [] as typeof state.queue };
    next.queue.push(agent.store.write(next, { from: START, to: START + MINUTE, rows }));
    agent.store.commit(next);
    let calls = 0;
    host.portal.fate = () => (++calls === 2 ? 'acknowledgement lost' : calls === 4 ? { status: 503 } : 'taken');
    await expect(agent.deliver()).rejects.toThrow();
    await expect(new Agent(readSettings(host.env)).deliver()).rejects.toThrow('503');
    await new Agent(readSettings(host.env)).deliver();
    expect(host.portal.taken.size).toBe(3);
    expect(host.portal.conflicts).toBe(0);
    expect([...host.portal.totals().values()]).toEqual(rows.map(() => [1, 0, 0]));
    const last = new Agent(readSettings(host.env));
    later(1);
    await last.collect();
    expect(queue(last)[0]?.sequence).toBe((sent(host)[0]?.sequence ?? 0) + 3);
  }));

describe('while the portal is down', () => {
  const unavailable: Fate = { status: 503, retryAfter: '7' };

  test('merges reports of one 10-minute bucket, keeps the first unchanged, and loses no count', () =>
    settled(async (host, agent, key) => {
      host.portal.fate = () => unavailable;
      for (let minute = 1; minute <= 60; minute++) {
        later(1);
        host.storage.request(key, [minute, 1, 0], minute);
        await agent.collect();
        await expect(agent.deliver()).rejects.toMatchObject({ status: 503, retryAfterMs: 7000 });
      }
      expect(queue(agent).map(({ to }) => (to - START) / MINUTE)).toEqual([1, 10, 20, 30, 40, 50, 60]);
      expect(new Set(host.portal.bodies).size).toBe(1);
      expect(readdirSync(agent.store.spool)).toHaveLength(7);
      host.portal.fate = () => 'taken';
      host.portal.bodies.length = 0;
      while (await agent.deliver());
      expect(sent(host).map(({ from, to }) => `${from.slice(11, 16)}-${to.slice(11, 16)}`)).toEqual([
        ...['12:00-12:01', '12:01-12:10', '12:10-12:20', '12:20-12:30', '12:30-12:40', '12:40-12:50', '12:50-13:00'],
      ]);
      expect(host.portal.totals().get(key)).toEqual([(60 * 61) / 2, 60, 0]);
      expect(readdirSync(agent.store.spool)).toEqual([]);
    }));

  test('limits the size of the queue in a long outage by merging older reports, and loses no count', () =>
    settled(
      async (host, agent, key) => {
        host.portal.fate = () => unavailable;
        for (let step = 1; step <= 150; step++) {
          later(10);
          host.storage.request(key, [3, 1, 1], step);
          await agent.collect();
        }
        const bytes = queue(agent).reduce((sum, item) => sum + item.bytes, 0);
        expect(bytes).toBeLessThanOrEqual(0.002 * 1024 * 1024);
        expect(queue(agent).length).toBeLessThan(30);
        const spans = queue(agent)
          .slice(1)
          .map(({ from, to }) => (to - from) / MINUTE);
        expect(Math.max(...spans)).toBeLessThan((150 * 10) / 4);
        host.portal.fate = () => 'taken';
        while (await agent.deliver());
        expect(host.portal.totals().get(key)).toEqual([450, 150, 150]);
      },
      { SPOOL_MB: '0.002' },
    ));
});

test('merges two reports into one span, and adds up the counts of each key', () => {
  const a = { from: 5, to: 10, rows: [['b', 1, 2, 3]] as [string, number, number, number][] };
  const b = {
    from: 10,
    to: 15,
    rows: [
      ['a', 1, 0, 0],
      ['b', 1, 1, 1],
    ] as [string, number, number, number][],
  };
  expect(mergeReports(a, b)).toEqual({
    from: 5,
    to: 15,
    rows: [
      ['a', 1, 0, 0],
      ['b', 2, 3, 4],
    ],
    flags: {},
  });
});

test('sends a report under a new sequence if the portal has another report under the old one, and loses no count', () =>
  settled(async (host, agent, key) => {
    later(1);
    host.storage.request(key, [5, 0, 0]);
    await agent.collect();
    host.portal.taken.set(queue(agent)[0]?.sequence ?? 0, '{"keys":[]}');
    await expect(agent.deliver()).rejects.toThrow('409');
    await agent.deliver();
    expect(host.portal.totals().get(key)).toEqual([5, 0, 0]);
  }));

test.each([400, 413, 422])('retries a report that is refused with %i for a day, then sets it aside', (status) =>
  settled(async (host, agent, key) => {
    const refused = path.join(host.stateDir, 'refused');
    host.portal.fate = ({ keys }) => (keys.some(({ checked }) => checked === 666) ? { status } : 'taken');
    later(1);
    host.storage.request(key, [666, 0, 0]);
    await agent.collect();
    await expect(agent.deliver()).rejects.toThrow(String(status));
    later(24 * 60 - 1);
    await expect(agent.deliver()).rejects.toThrow(String(status));
    expect(readdirSync(host.stateDir)).not.toContain('refused');
    host.storage.request(key, [5, 0, 0]);
    await agent.collect();
    later(1);
    await expect(agent.deliver()).rejects.toThrow(String(status));
    expect(readdirSync(refused)).toHaveLength(1);
    await agent.deliver();
    expect(host.portal.totals().get(key)).toEqual([5, 0, 0]);
  }),
);

test.each([401, 404, 429, 500, 503])('keeps a report in the queue after status %i', (status) =>
  settled(async (host, agent) => {
    later(1);
    await agent.collect();
    host.portal.fate = () => ({ status });
    for (let day = 0; day < 3; day++) {
      later(24 * 60);
      await expect(agent.deliver()).rejects.toMatchObject({ status });
    }
    expect(queue(agent)).toHaveLength(1);
  }),
);

test('drops a damaged report and sends the others', () =>
  settled(async (host, agent, key) => {
    later(1);
    await agent.collect();
    host.storage.request(key, [5, 0, 0]);
    later(20);
    await agent.collect();
    writeFileSync(path.join(agent.store.spool, queue(agent)[0]?.file ?? ''), 'x');
    await expect(agent.deliver()).rejects.toThrow('damaged or missing');
    await agent.deliver();
    expect(host.portal.totals().get(key)).toEqual([5, 0, 0]);
  }));

test('sends no report that ends before it begins when the clock is set back', () =>
  settled(async (host, agent, key) => {
    later(-120);
    host.storage.request(key, [5, 0, 0]);
    await agent.collect();
    await agent.deliver();
    const [{ from, to } = { from: '', to: '' }] = sent(host);
    expect(from <= to).toBe(true);
    expect(host.portal.totals().get(key)).toEqual([5, 0, 0]);
  }));

test.each([
  ['30', 30_000],
  ['0', 0],
  ['99999', 600_000],
  ['Mon, 15 Jun 2026 12:00:42 GMT', 42_000],
  ['Mon, 15 Jun 2026 11:00:00 GMT', 0],
  ['soon', 0],
  [undefined, 0],
])('reads Retry-After: %s as %i ms', (value, ms) => expect(retryAfter({ 'retry-after': value })).toBe(ms));
