import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seeded } from '#lib/testing/random.ts';
import { isSoak } from '#lib/testing/soak.ts';
import type { Fate } from './testing/fake-portal.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const ROUNDS = isSoak ? 100 : 10;
/** The number of file operations from one kill to the next. */
const STRIDE = isSoak ? 1 : 6;
const MOMENTS = [
  ...(['fuzzystat asked', 'fuzzystat answered', 'map asked', 'map answered'] as const),
  ...(['usage received', 'usage answered', 'a step on the disk'] as const),
];
const PRELOAD = ['--import', path.join(import.meta.dirname, 'testing/kill-at.mjs')];
const seed = Number(process.env.SEED ?? (isSoak ? Date.now() % 1_000_000 : 1));

/** Expects the portal to have the storage's reportable counts, key by key, with no sequence used twice. */
function expectTruth({ portal, storage }: Host) {
  const used = [...storage.truth].filter(([, counts]) => counts.some((count) => count !== 0));
  const told = [...portal.totals()].filter(([, counts]) => counts.some((count) => count !== 0));
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(used));
  expect(portal.conflicts).toBe(0);
}

test(
  `counts every request once and writes no partial map when killed at ${ROUNDS} random points, SEED=${seed} (R10, R22)`,
  { timeout: 600_000 },
  () =>
    onHost(async (host) => {
      const { portal, storage, keysFile } = host;
      const random = seeded(seed);
      const below = (n: number) => Math.floor(random() * n);
      const pick = <T>(list: readonly [T, ...T[]] | readonly T[]) => list[below(list.length)] as T;
      let entries = newEntries(8);
      const published = new Set<string>();
      const publish = () => void published.add((portal.map = mapOf(entries)));
      const requests = (count: number) => {
        const keys = storage.keys();
        for (let made = 0; made < count && keys.length; made++)
          storage.request(pick(keys), [1 + below(9), below(4), below(2)], below(3));
      };
      const changeMap = () => {
        const [first, ...rest] = entries;
        if (random() < 0.4 && first) entries = [...rest, ...newEntries(1)];
        else if (random() < 0.5 && entries.length < 12) entries = [...entries, ...newEntries(1)];
        else entries = entries.map((entry) => ({ ...entry, extensions: { name: String(below(1e9)) } }));
        publish();
      };
      const fates: (() => Fate | Promise<Fate>)[] = [
        () => 'acknowledgement lost',
        () => 'connection lost',
        () => ({ status: 503, retryAfter: '0' }),
        () => ({ status: 500 }),
        () => delay(below(25)).then(() => 'taken'),
        ...Array.from({ length: 5 }, () => () => 'taken' as const),
      ];
      const settle = async () => {
        portal.fate = () => 'taken';
        expect((await host.run(['--once'])).code).toBe(0);
        expect(readFileSync(keysFile, 'utf8')).toBe(portal.map);
        expectTruth(host);
      };

      publish();
      await settle();
      const kills: Record<string, number> = {};
      const from = performance.now();
      for (let round = 1; round <= ROUNDS; round++) {
        requests(20);
        if (random() < 0.4) changeMap();
        portal.fate = () => pick(fates)();
        const moment = pick(MOMENTS);
        const step = String(1 + below(60));
        const nth = 1 + below(3);
        const after = random() < 0.5 ? 0 : below(12);
        const settings = { COLLECT_SECONDS: '0.02', MAP_SECONDS: '0.02', KILL_AT: step };
        const agent = host.start([], settings, moment === 'a step on the disk' ? PRELOAD : []);
        let seen = 0;
        const kill = () => agent.process.kill('SIGKILL');
        const onMoment = (now: string) => {
          if (random() < 0.3) requests(below(5));
          if (now === moment && ++seen === nth) setTimeout(kill, after);
        };
        portal.onRequest = onMoment;
        storage.onAsked = onMoment;
        const enough = setTimeout(kill, 400); // in case the chosen moment does not occur
        const { signal } = await agent.ended;
        clearTimeout(enough);
        portal.onRequest = storage.onAsked = () => undefined;
        expect(signal).toBe('SIGKILL');
        kills[moment] = (kills[moment] ?? 0) + 1;
        expect(published).toContain(readFileSync(keysFile, 'utf8'));
        if (round % 5 === 0) {
          await settle();
          if (random() < 0.5) storage.restart();
        }
      }
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      const checked = [...portal.totals().values()].reduce((sum, [count]) => sum + count, 0);
      console.log(
        `seed ${seed}: ${ROUNDS} kills in ${seconds} s ${JSON.stringify(kills)}; ${checked} requests in ` +
          `${portal.taken.size} reports, ${portal.repeated} sent again, ${published.size} maps`,
      );
      if (isSoak) expect(portal.repeated).toBeGreaterThan(0);
      expect(checked).toBeGreaterThan(10 * ROUNDS);
    }),
);

test(
  `counts every request once when killed before ${isSoak ? 'each' : 'some'} of its file operations (R10)`,
  { timeout: 600_000 },
  () =>
    onHost(async (host) => {
      const { portal, storage, keysFile } = host;
      const once = (at: number) => host.run(['--once'], { KILL_AT: String(at) }, PRELOAD);
      const work = () => {
        for (const [index, key] of storage.keys().entries()) storage.request(key, [index + 1, 1, 0], index);
        portal.map = mapOf([...newEntries(1), ...entries]);
      };
      const entries = newEntries(5);
      portal.map = mapOf(entries);
      await once(0);
      let steps = Infinity;
      let killed = 0;
      for (let at = 1; at <= steps; at += STRIDE) {
        work();
        const { signal, output } = await once(at);
        if (signal) killed++;
        else steps = Number(/steps: (\d+)/.exec(output)?.[1]);
        expect(() => JSON.parse(readFileSync(keysFile, 'utf8')) as unknown).not.toThrow();
        expect((await once(0)).code).toBe(0);
        expect(readFileSync(keysFile, 'utf8')).toBe(portal.map);
        expectTruth(host);
      }
      console.log(`killed before each of ${killed} steps`);
      expect(killed).toBeGreaterThan(30 / STRIDE);
    }),
);
