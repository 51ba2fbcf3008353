import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { FakeController } from './testing/fake-controller.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const MINUTE = 60_000;
const [PREMIUM, BULK] = [
  { flag: 8, message: 'Subject: premium\r\n\r\nText' },
  { flag: 1, message: 'Subject: bulk\r\n\r\nText' },
];
const FOUND = { version: 1, found: true, error: null };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T06:00:00Z') }));
afterEach(() => void vi.useRealTimers());
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);

type Planted = { host: Host; controller: FakeController; agent: () => Agent; plant: () => Promise<string | null> };

/** Runs a test on a host with a controller, for a portal with two test messages. */
const onLearner = (test: (planted: Planted) => Promise<void>) =>
  onHost(async (host) => {
    const controller = new FakeController();
    await controller.start();
    host.portal.testMessages = { version: 1, messages: [PREMIUM, BULK] };
    const agent = () => new Agent(readSettings({ ...host.env, CONTROLLER_URL: controller.url }));
    const one = agent();
    try {
      await test({ host, controller, agent, plant: () => one.plant?.() ?? Promise.resolve('not set up') });
    } finally {
      await controller.stop();
    }
  });
const weights = ({ stored }: FakeController) => [...stored.values()];

test('learns each message once, and tells the portal when the storage knows them', () =>
  onLearner(async ({ host, controller, plant }) => {
    expect(await plant()).toBe('learned flags 8, 1, not in the storage yet');
    controller.sync();
    later(1);
    expect(await plant()).toBe('version 1 is known, flags 8, 1');
    expect(host.portal.planted).toEqual([{ version: 1, found: false, error: null }, FOUND]);
    expect(weights(controller)).toEqual([1, 1]);
  }));

test('checks every ten minutes, and asks nothing in between', () =>
  onLearner(async ({ controller, plant }) => {
    await plant();
    controller.sync();
    later(1);
    await plant();
    const asked = controller.asked.length;
    later(9);
    expect(await plant()).toBeNull();
    expect(controller.asked).toHaveLength(asked);
    later(1);
    expect(await plant()).toContain('is known');
    expect(controller.asked.slice(asked)).toEqual(['/checkv2', '/checkv2']);
  }));

test('learns the messages again after the storage has lost its data, with the same weight', () =>
  onLearner(async ({ host, controller, plant }) => {
    for (let round = 0; round < 3; round++) {
      later(10);
      expect(await plant()).toContain('learned flags 8, 1');
      controller.sync();
      later(1);
      expect(await plant()).toContain('is known');
      controller.lose();
    }
    later(10);
    await plant();
    controller.sync();
    expect(weights(controller)).toEqual([1, 1]);
    expect(host.portal.planted.at(-1)).toEqual({ version: 1, found: false, error: null });
  }));

test('waits for the storage, even after a restart, and never adds to the weight', () =>
  onLearner(async ({ controller, agent, plant }) => {
    await plant();
    const learned = () => controller.asked.filter((url) => url === '/fuzzyadd').length;
    expect(learned()).toBe(2);
    for (let restarts = 0; restarts < 5; restarts++) expect(await agent().plant?.()).toContain('not in the storage');
    expect(learned()).toBe(2);
    controller.isBlind = true;
    for (let hours = 0; hours < 6; hours++) {
      controller.sync();
      for (const weight of weights(controller)) expect(weight).toBe(1);
      later(60);
      await expect(agent().plant?.()).rejects.toThrow('the storage does not know it');
    }
    expect(learned()).toBe(8);
  }));

test('reports an error until the storage knows a message', () =>
  onLearner(async ({ host, controller, plant }) => {
    await plant();
    const error = expect.stringContaining('flag 8: it was learned, but the storage does not know it') as string;
    controller.isBlind = true;
    for (const minutes of [2, 1, 5, 30]) {
      controller.sync();
      later(minutes);
      await expect(plant()).rejects.toThrow('does its rule ask this storage?');
      expect(host.portal.planted.at(-1)).toEqual({ version: 1, found: false, error });
    }
    controller.isBlind = false;
    controller.sync();
    expect(await plant()).toContain('is known');
    expect(host.portal.planted.at(-1)).toEqual(FOUND);
  }));

test("names the flag that the host's rule does not list, and learns the other", () =>
  onLearner(async ({ host, controller, plant }) => {
    controller.flags = [8];
    await expect(plant()).rejects.toThrow('flag 1: fuzzyadd: status 404, No fuzzy rules matched for flag 1');
    controller.sync();
    expect([...controller.stored.keys()]).toEqual([`8 ${PREMIUM.message}`]);
    await expect(plant()).rejects.toThrow('No fuzzy rules matched for flag 1');
    controller.flags = [8, 1];
    expect(await plant()).toBe('learned flags 1, not in the storage yet');
    expect(host.portal.planted).toHaveLength(3);
  }));

test('learns a new version beside the old one', () =>
  onLearner(async ({ host, controller, plant }) => {
    await plant();
    controller.sync();
    later(1);
    await plant();
    host.portal.testMessages = { version: 2, messages: [{ ...PREMIUM, message: 'Subject: new\r\n\r\nText' }] };
    later(10);
    expect(await plant()).toBe('learned flags 8, not in the storage yet');
    controller.sync();
    later(1);
    expect(await plant()).toBe('version 2 is known, flags 8');
    expect(controller.stored.size).toBe(3);
    expect(host.portal.planted.at(-1)).toEqual({ ...FOUND, version: 2 });
  }));

test('asks an older portal once in ten minutes, and tells it nothing', () =>
  onLearner(async ({ host, controller, plant }) => {
    host.portal.testMessages = null;
    expect(await plant()).toBe('off: the portal has no test message');
    later(9);
    expect(await plant()).toBeNull();
    expect(controller.asked).toEqual([]);
    expect(host.portal.requests.map(({ method }) => method)).toEqual(['GET']);
  }));

test('does nothing without the setting', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(1));
    host.portal.testMessages = { version: 1, messages: [PREMIUM] };
    const { code } = await host.run(['--once']);
    expect(code).toBe(0);
    expect(host.portal.requests.map(({ url }) => url)).not.toContain('/api/storage/test-message');
    expect(readdirSync(host.stateDir)).not.toContain('test-message.json');
  }));

test.each<[string, object]>([
  ['no messages', { version: 1 }],
  ['a version that is no number', { version: '1', messages: [] }],
  ['a flag of 0', { version: 1, messages: [{ ...PREMIUM, flag: 0 }] }],
  ['too many messages', { version: 1, messages: Array.from({ length: 5 }, () => PREMIUM) }],
  ['a message that is too long', { version: 1, messages: [{ flag: 8, message: 'x'.repeat(10_001) }] }],
])('learns nothing from an answer with %s', (_, answer) =>
  onLearner(async ({ host, controller, plant }) => {
    host.portal.testMessages = answer;
    await expect(plant()).rejects.toThrow("the portal's answer is wrong");
    expect(controller.asked).toEqual([]);
  }),
);

test.each<[string, { status: number; body: string }, string]>([
  ['a refusal', { status: 403, body: '{"error":"Unauthorized"}' }, 'status 403, Unauthorized'],
  ['no JSON', { status: 200, body: '<html>' }, 'the answer is not JSON'],
  ['no symbols', { status: 200, body: '{}' }, 'the answer lists no symbols'],
])('reports that the controller answers with %s', (_, answer, words) =>
  onLearner(async ({ host, controller, plant }) => {
    controller.answer = answer;
    await expect(plant()).rejects.toThrow(words);
    expect(JSON.stringify(host.portal.planted)).toContain(words);
  }),
);

test('learns the messages again if its state file is damaged', () =>
  onLearner(async ({ host, agent, plant }) => {
    await plant();
    writeFileSync(path.join(host.stateDir, 'test-message.json'), '{');
    expect(await agent().plant?.()).toContain('learned flags 8, 1');
  }));

test('learns the messages with --once, shows that in the status, and only announces it with --dry-run', () =>
  onLearner(async ({ host, controller }) => {
    vi.useRealTimers();
    host.portal.map = mapOf(newEntries(1));
    const settings = { CONTROLLER_URL: controller.url };
    const rehearsed = await host.run(['--dry-run'], settings);
    expect(rehearsed.output).toContain('Test message: flag 8 would be learned, flag 1 would be learned');
    expect(controller.asked).toEqual(['/checkv2', '/checkv2']);
    expect((await host.run(['--once'], settings)).code).toBe(0);
    const status = JSON.parse(readFileSync(path.join(host.stateDir, 'status.json'), 'utf8')) as object;
    expect(status).toMatchObject({ test_message: { error: null, detail: expect.stringContaining('learned') } });
    controller.answer = { status: 500, body: '{}' };
    expect((await host.run(['--once'], settings)).code).toBe(1);
  }));

test.each(['http://192.0.2.1:11334', 'https://127.0.0.1:11334', 'http://127.0.0.1:11334/ui', '127.0.0.1:11334', 'x'])(
  'refuses %s as the controller',
  (url) => {
    const env = { PORTAL_URL: 'https://portal.example', SERVER_NAME: 'a', SERVER_TOKEN: 'b', CONTROLLER_URL: url };
    expect(() => readSettings(env)).toThrow('CONTROLLER_URL must be http:// on loopback');
  },
);
