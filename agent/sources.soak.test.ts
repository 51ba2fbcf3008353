import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keyIdOf } from '#lib/fuzzy-keys/key-pair.ts';
import { filesOf, withPlatform } from '#dev/platforms/examine.ts';
import { withStorage } from '#dev/platforms/storage.ts';
import { freePort } from '#dev/stack/ports.ts';
import { areInstalled, CHOSEN, KEYS_FORM } from '#dev/tests/rspamd.ts';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { onHost } from './testing/host.ts';

/** Relays datagrams from `address`, so that the storage sees a second host. Returns where to send them. */
async function relayFrom(address: string, server: string): Promise<{ server: string; stop: () => void }> {
  const [host = '', port = ''] = server.split(':');
  const own = await freePort();
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  let client = { address: '', port: 0 };
  front.on('message', (data, from) => {
    client = from;
    back.send(data, Number(port), host);
  });
  back.on('message', (data) => front.send(data, client.port, client.address));
  await new Promise<void>((resolve) => front.bind(own, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => back.bind(0, address, resolve));
  return { server: `127.0.0.1:${own}`, stop: () => (front.close(), void back.close()) };
}

test.skipIf(!areInstalled)(
  'reports what a real Rspamd counts for each host that uses a key, and no address unless the portal asks for it',
  () =>
    onHost((host) =>
      withStorage(CHOSEN, async (storage) => {
        const secret = path.join(host.folder, 'secret');
        writeFileSync(secret, 'a secret of the storage hosts, 40 letters');
        const { portal } = host;
        portal.wantedSources = { version: 1, shown_keys: [] };
        const agent = new Agent(
          readSettings({
            ...{ ...host.env, KEYS_FORM, RSPAMD_SOCKET: storage.rspamd.socket },
            ...{ SOURCES_SECRET_FILE: secret, SOURCES_SECONDS: '0.001' },
          }),
        );
        const key = keyIdOf(storage.publicKey);
        const report = async () => {
          await agent.collect();
          await agent.reportSources?.();
        };
        // A worker that has just started may not answer yet.
        await expect.poll(() => storage.rspamd.counts(key), { timeout: 60_000 }).toBeDefined();
        await report();
        const before = await storage.rspamd.counts(key);

        const relay = await relayFrom('127.0.5.9', storage.server);
        const ask = (server: string, times: number) =>
          withPlatform(CHOSEN, 'debian', filesOf('debian', { ...storage, server }), async (_rspamd, scan) => {
            for (let count = 0; count < times; count++) await scan(count % 2 ? storage.bulk : storage.premium);
          });
        await ask(storage.server, 6);
        await ask(relay.server, 3);
        await sleep(1000);
        await report();
        const sums = portal.sources.totals(key);
        const after = await storage.rspamd.counts(key);
        expect(Object.keys(sums)).toHaveLength(2);
        expect(Object.values(sums).reduce((a, b) => a + b, 0)).toBe((after?.checked ?? 0) - (before?.checked ?? 0));
        const [few = 0, many = 0] = Object.values(sums).toSorted((a, b) => a - b);
        expect(few).toBeGreaterThanOrEqual(6);
        expect(many).toBeGreaterThanOrEqual(12);
        const rows = [...portal.sources.taken.values()].flatMap(({ sources }) => sources);
        expect(new Set(rows.map(({ network }) => network)).size).toBe(2);
        const sent = () => [...portal.bodies, ...portal.sources.bodies, JSON.stringify(portal.requests)].join('\n');
        const addressed = (text: string) => text.replaceAll(/"host":"127\.0\.0\.1:\d+"/g, '');
        expect(addressed(sent())).not.toMatch(/127\.0\.[05]\./);

        portal.wantedSources = { version: 1, shown_keys: [key] };
        await report();
        await ask(relay.server, 1);
        await report();
        relay.stop();
        expect(addressed(sent())).toContain('"address":"127.0.5.9"');
        expect(addressed(sent())).not.toContain('127.0.0.1');
      }),
    ),
  300_000,
);
