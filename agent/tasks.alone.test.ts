import { expect, test, vi } from 'vitest';
import { until } from '#dev/stack/process.ts';
import { MINUTE } from '#lib/base/time.ts';
import { Tasks } from './src/agent.ts';
import { Portal } from './src/portal.ts';
import { readSettings } from './src/settings.ts';
import { FakePortal } from './testing/fake-portal.ts';
import { mapOf, newEntries, onHost } from './testing/host.ts';

const ID = '01932a5c-0000-7000-8000-000000000000';

async function withPortal(test: (portal: FakePortal, tasks: (collectMs?: number) => Made) => Promise<void>) {
  const portal = new FakePortal();
  await portal.start();
  const env = { PORTAL_URL: portal.url, SERVER_NAME: 'test-host', SERVER_TOKEN: portal.token };
  try {
    await test(portal, (collectMs = 60_000) => {
      const collector = { collectedAt: 0, collect: vi.fn(async () => ((collector.collectedAt = Date.now()), '')) };
      const client = new Portal(readSettings(env), new AbortController().signal);
      const kinds = { echo: async (question: object) => ({ kind: 'echo', question }) };
      return { collector, tasks: new Tasks({ portal: client, collector: collector as never, collectMs, kinds }) };
    });
  } finally {
    vi.useRealTimers();
    await portal.stop();
  }
}
type Made = { collector: { collectedAt: number; collect: ReturnType<typeof vi.fn> }; tasks: Tasks };
const asked = (portal: FakePortal) => portal.requests.filter(({ url }) => url === '/api/storage/tasks').length;

test.each([
  ['an older portal', null],
  ['a newer form', { version: 2, questions: [] }],
  ['an answer without a version', {}],
])('asks %s again only after ten minutes', (_name, answer) =>
  withPortal(async (portal, make) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    portal.tasks = answer;
    const { tasks, collector } = make();
    expect(await tasks.run()).toMatch(/^off/);
    for (let poll = 0; poll < 5; poll++) expect(await tasks.run()).toBeNull();
    expect(asked(portal)).toBe(1);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    portal.tasks = { version: 1, collect_seconds: 60, questions: [] };
    expect(await tasks.run()).toBeNull();
    expect(asked(portal)).toBe(2);
    expect(collector.collect).not.toHaveBeenCalled();
  }),
);

test('collects as often as the portal asks, but at most every ten seconds', () =>
  withPortal(async (portal, make) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { tasks, collector } = make();
    const runs = async (seconds: number, collect_seconds: unknown) => {
      portal.tasks = { version: 1, collect_seconds, questions: [], later: 'ignored' };
      collector.collect.mockClear();
      for (let second = 0; second < seconds; second++) {
        await tasks.run();
        vi.setSystemTime(Date.now() + 1000);
      }
      return collector.collect.mock.calls.length;
    };
    expect(await runs(30, 10)).toBe(3);
    expect(await runs(30, 0.001)).toBe(3);
    expect(await runs(60, 20)).toBe(3);
    for (const none of [60, 600, 0, -1, null, 'soon']) expect(await runs(30, none)).toBe(0);
    const fast = make(5000);
    await fast.tasks.run();
    expect(fast.collector.collect).not.toHaveBeenCalled();
  }));

test('answers questions of a known kind, and says which kinds it does not know', () =>
  withPortal(async (portal, make) => {
    const question = { id: ID, kind: 'echo', more: 1 };
    const odd = [{ ...question, kind: 'constructor' }, { ...question, id: 'x' }, null, 'text'];
    portal.tasks = { version: 1, collect_seconds: 60, questions: [question, ...odd] };
    const { tasks } = make();
    expect(await tasks.run()).toBe('2 questions answered');
    const observed_at = expect.any(String) as string;
    expect(JSON.parse(portal.answers[0] ?? '')).toEqual({
      answers: [
        { id: ID, observed_at, answer: { kind: 'echo', question } },
        { id: ID, observed_at, answer: { kind: 'unknown' } },
      ],
    });
  }));

test('answers at most 50 questions at a time', () =>
  withPortal(async (portal, make) => {
    portal.tasks = { version: 1, collect_seconds: 60, questions: Array(60).fill({ id: ID, kind: 'echo' }) };
    expect(await make().tasks.run()).toBe('50 questions answered');
  }));

test('sends answers again at the next poll if the portal refused them', () =>
  withPortal(async (portal, make) => {
    portal.tasks = { version: 1, collect_seconds: 60, questions: [{ id: ID, kind: 'echo' }] };
    portal.answersStatus = 500;
    const { tasks } = make();
    await expect(tasks.run()).rejects.toThrow('answers: the portal answered 500');
    portal.answersStatus = 200;
    expect(await tasks.run()).toBe('1 questions answered');
  }));

test('asks for tasks while it runs, and reports usage even if the portal has no tasks', () =>
  onHost(async ({ portal, start, run }) => {
    portal.map = mapOf(newEntries(1));
    const running = start([], { COLLECT_SECONDS: '0.05', MAP_SECONDS: '0.05' });
    expect(await until(() => asked(portal) > 0 && portal.taken.size > 2, MINUTE)).toBe(true);
    await expect
      .poll(async () => JSON.parse((await run(['--status'])).output) as object)
      .toMatchObject({ tasks: { error: null, detail: expect.stringMatching(/^off/) } });
    expect(asked(portal)).toBe(1);
    running.process.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  }));
