import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSoak } from '#lib/testing/soak.ts';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { FakeController } from './testing/fake-controller.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const digestOf = (n: number) => n.toString(16).padStart(128, '0');
const [A, B, C] = [digestOf(10), digestOf(11), digestOf(12)];
const NEWER = '4.1.6';
const OLDER = '3.4';
const PRELOAD = ['--import', path.join(import.meta.dirname, 'testing/kill-at.mjs')];
const YEAR = 365 * 24 * 60 * 60;
const soon = () => Math.floor(Date.now() / 1000) + YEAR;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T06:00:00Z') }));
afterEach(() => void vi.useRealTimers());
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

type Desk = { version: number; refusals: [string, number][]; remove: string[] };
type Placed = { host: Host; controller: FakeController; desk: Desk; agent: () => Agent; map: () => string[] };

/** Runs a test on a host whose storage knows A and B, for a portal with a desk. */
const onDesk = (rspamd: string, test: (placed: Placed) => Promise<void>) =>
  onHost(async (host) => {
    const controller = new FakeController();
    await controller.start();
    for (const digest of [A, B]) controller.digests.add(digest);
    host.portal.map = mapOf(newEntries(1));
    host.storage.onControl = (url) => {
      if (url === '/fuzzysync') controller.sync();
      const digest = /^\/fuzzyhash\?digest=(\w{128})$/.exec(url)?.[1];
      if (digest && rspamd !== NEWER) return null;
      const data = controller.digests.has(digest ?? '')
        ? { found: true, flag: 8, value: 12, created: 99 }
        : { found: false };
      return digest ? { workers: { 7: { type: 'fuzzy', status: 0, data } } } : { success: true };
    };
    const desk: Desk = { version: 0, refusals: [], remove: [] };
    host.portal.hashes = (version) => ({
      ...{ format: 1, version: desk.version, is_complete: true, remove: desk.remove },
      refusals: version < desk.version ? desk.refusals : [],
    });
    const env = { ...host.env, CONTROLLER_URL: controller.url, RSPAMD_VERSION: rspamd };
    const file = path.join(host.stateDir, 'refused-hashes.map');
    const map = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
    try {
      await test({ host, controller, desk, agent: () => new Agent(readSettings(env)), map });
    } finally {
      await controller.stop();
    }
  });

test.each([
  [OLDER, null],
  [NEWER, true],
])('removes a hash from Rspamd %s, refuses it, and tells the portal', (rspamd, was_stored) =>
  onDesk(rspamd, async ({ host, controller, desk, agent, map }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    expect(await agent().removeHashes()).toBe('removed 1 hashes');
    expect([...controller.digests]).toEqual([B]);
    expect(map()).toEqual([A]);
    expect(host.portal.removed).toEqual([{ version: 1, error: null, removed: [{ digest: A, was_stored }] }]);
  }),
);

test('says that a hash was not stored, and deletes nothing then', () =>
  onDesk(NEWER, async ({ host, controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[C, soon()]], remove: [C] });
    await agent().removeHashes();
    expect(host.portal.removed[0]?.removed).toEqual([{ digest: C, was_stored: false }]);
    expect(controller.asked).not.toContain('/fuzzydelhash');
  }));

test('asks again until a hash is gone, and tells the portal only then', () =>
  onDesk(NEWER, async ({ host, controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    const one = agent();
    const sync = controller.sync.bind(controller);
    controller.sync = () => undefined;
    await expect(one.removeHashes()).rejects.toThrow('1 hashes are still there');
    expect(host.portal.removed).toEqual([{ version: 1, error: '1 hashes are still there', removed: [] }]);
    controller.sync = sync;
    expect(await one.removeHashes()).toBe('removed 1 hashes');
    expect(host.portal.removed.at(-1)).toMatchObject({ error: null, removed: [{ digest: A }] });
  }));

test('uses the rule of the other list where the host has only one', () =>
  onDesk(OLDER, async ({ controller, desk, agent }) => {
    controller.flags = [1];
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    expect(await agent().removeHashes()).toBe('removed 1 hashes');
    expect(controller.digests.has(A)).toBe(false);
  }));

test('looks at a new refusal again after 90 seconds, and removes what was learned before Rspamd had read the list', () =>
  onDesk(OLDER, async ({ controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    await agent().removeHashes();
    controller.digests.add(A);
    desk.remove = [];
    later(89);
    await agent().removeHashes();
    expect(controller.digests.has(A)).toBe(true);
    later(1);
    await agent().removeHashes();
    expect(controller.digests.has(A)).toBe(false);
    const deletions = () => controller.asked.filter((url) => url === '/fuzzydelhash').length;
    const before = deletions();
    later(1000);
    await agent().removeHashes();
    expect(deletions(), 'not a third time').toBe(before);
  }));

test('looks at all refusals again once Rspamd has new workers, which learn until they have read the list', () =>
  onDesk('3.8.4', async ({ host, controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    const one = agent();
    await one.collect();
    await one.removeHashes();
    desk.remove = [];
    later(90);
    await one.removeHashes();
    host.storage.restart();
    await one.collect();
    await one.removeHashes();
    controller.digests.add(A);
    later(89);
    await one.removeHashes();
    expect(controller.digests.has(A)).toBe(true);
    later(1);
    await one.removeHashes();
    expect(controller.digests.has(A)).toBe(false);
    const deletions = () => controller.asked.filter((url) => url === '/fuzzydelhash').length;
    const before = deletions();
    later(1000);
    await one.removeHashes();
    expect(deletions(), 'only once').toBe(before);
  }));

test('removes a refused hash that is stored again, and says that Rspamd does not read the list', () =>
  onDesk(NEWER, async ({ host, controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    const one = agent();
    await one.removeHashes();
    desk.remove = [];
    later(100);
    await one.removeHashes();
    controller.digests.add(A);
    await one.removeHashes();
    expect(controller.digests.has(A)).toBe(false);
    expect(host.portal.removed.at(-1)?.error).toContain('does skip_hashes name');
  }));

test('lets a hash be learned again once it is lifted or its time is over', () =>
  onDesk(OLDER, async ({ desk, agent, map }) => {
    Object.assign(desk, {
      version: 2,
      refusals: [
        [A, soon()],
        [B, soon() + 10],
      ],
    });
    const one = agent();
    await one.removeHashes();
    expect(map()).toEqual([A, B]);
    Object.assign(desk, { version: 3, refusals: [[A, 0]] });
    await one.removeHashes();
    expect(map()).toEqual([B]);
    later(YEAR + 9);
    await agent().removeHashes();
    expect(map()).toEqual([B]);
    later(2);
    await agent().removeHashes();
    expect(map()).toEqual([]);
  }));

test('catches up after days, page by page, and fetches everything again if its file is damaged', () =>
  onDesk(OLDER, async ({ host, agent, map }) => {
    const asked: number[] = [];
    host.portal.hashes = (version) => {
      asked.push(version);
      const refusals = [0, 1, 2].map((n) => [digestOf(100 + version + n), soon()]);
      return version < 9
        ? { format: 1, version: version + 3, is_complete: version === 6, refusals, remove: [] }
        : { format: 1, version, is_complete: true, refusals: [], remove: [] };
    };
    await agent().removeHashes();
    expect(asked).toEqual([0, 3, 6]);
    expect(map()).toHaveLength(9);
    await agent().removeHashes();
    expect(asked.at(-1)).toBe(9);
    writeFileSync(path.join(host.stateDir, 'refused-hashes.json'), '{');
    await agent().removeHashes();
    expect(asked.slice(4)).toEqual([0, 3, 6]);
    expect(map()).toHaveLength(9);
  }));

test('says why it cannot remove: a controller that refuses, or none', () =>
  onDesk(OLDER, async ({ host, controller, desk, agent }) => {
    Object.assign(desk, { version: 1, refusals: [[A, soon()]], remove: [A] });
    controller.answer = { status: 403, body: '{"error":"Unauthorized"}' };
    await expect(agent().removeHashes()).rejects.toThrow('fuzzydelhash: status 403, Unauthorized');
    expect(host.portal.removed.at(-1)).toMatchObject({ version: 1, removed: [] });
    const without = new Agent(readSettings({ ...host.env, RSPAMD_VERSION: OLDER }));
    await expect(without.removeHashes()).rejects.toThrow('CONTROLLER_URL is not set');
    expect(host.portal.removed.at(-1)?.error).toContain('CONTROLLER_URL is not set');
  }));

test('asks an older portal once in ten minutes', () =>
  onDesk(OLDER, async ({ host, agent }) => {
    host.portal.hashes = null;
    const one = agent();
    expect(await one.removeHashes()).toContain('off:');
    later(599);
    expect(await one.removeHashes()).toBeNull();
    later(1);
    expect(await one.removeHashes()).toContain('off:');
  }));

test.each<[string, object]>([
  ['another format', { format: 2, version: 1, refusals: [], remove: [] }],
  ['no digest', { format: 1, version: 1, refusals: [], remove: ['x'] }],
  ['no list', { format: 1, version: 1, refusals: {}, remove: [] }],
])('does nothing after an answer with %s', (_, answer) =>
  onDesk(OLDER, async ({ host, controller, agent }) => {
    host.portal.hashes = () => answer;
    await expect(agent().removeHashes()).rejects.toThrow("the portal's answer is wrong");
    expect(controller.asked).toEqual([]);
  }),
);

test('answers what is stored under a digest after the same time, and says if Rspamd cannot tell', () =>
  onDesk(NEWER, async ({ host, agent }) => {
    vi.useRealTimers();
    const id = '01932a5c-0000-7000-8000-00000000000';
    const ask = async (one: Agent, digest: string) => {
      host.portal.tasks = { version: 1, collect_seconds: 60, questions: [{ id: `${id}1`, kind: 'hash', digest }] };
      const from = performance.now();
      await one.runTasks();
      const { answers } = JSON.parse(host.portal.answers.at(-1) ?? '{}') as { answers: { answer: object }[] };
      return { ms: performance.now() - from, answer: answers[0]?.answer };
    };
    const known = await ask(agent(), A);
    const unknown = await ask(agent(), C);
    expect(known.answer).toEqual({ kind: 'hash', version: '4.1.6', flags: [{ flag: 8, value: 12 }], since: 99 });
    expect(unknown.answer).toEqual({ kind: 'hash', version: '4.1.6', flags: [], since: null });
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(490);
    const older = new Agent(readSettings({ ...host.env, RSPAMD_VERSION: OLDER }));
    expect((await ask(older, A)).answer).toEqual({ kind: 'hash', version: '3.4.0', flags: null, since: null });
  }));

test.each(['3.8.4', NEWER])(
  'removes, refuses and tells everything when killed before its file operations (Rspamd %s)',
  (rspamd) =>
    onDesk(rspamd, async ({ host, controller, desk, map }) => {
      vi.useRealTimers();
      const env = { CONTROLLER_URL: controller.url, RSPAMD_VERSION: rspamd };
      const once = (at: number) => host.run(['--once'], { ...env, KILL_AT: String(at) }, PRELOAD);
      await once(0);
      let [steps, killed] = [Infinity, 0];
      for (let at = 1; at <= steps; at += isSoak ? 1 : 7) {
        const digest = digestOf(1000 + at);
        controller.digests.add(digest);
        desk.version += 1;
        desk.refusals = [...desk.refusals, [digest, soon()]];
        desk.remove = [digest];
        const { signal, output } = await once(at);
        if (signal) killed += 1;
        else steps = Number(/steps: (\d+)/.exec(output)?.[1]);
        const isTold = () => host.portal.removed.some(({ removed }) => removed.some((one) => one.digest === digest));
        if (isTold()) desk.remove = [];
        expect((await once(0)).code).toBe(0);
        expect(isTold()).toBe(true);
        expect(controller.digests.has(digest)).toBe(false);
        expect(map()).toContain(digest);
        expect(new Set(map()).size).toBe(desk.version);
      }
      expect(killed).toBeGreaterThan(0);
    }),
);
