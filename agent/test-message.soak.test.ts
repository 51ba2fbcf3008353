import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#dev/stack/ports.ts';
import { areInstalled, CHOSEN, KEYS_FORM, makeFolder, startRedis } from '#dev/tests/rspamd.ts';
import { mailServer, storageHost } from '#dev/tests/storage-host.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { LIST_FLAGS, LISTS, type List } from '#lib/storage/schema.ts';
import { TEST_MESSAGE_ANSWERS } from '#lib/guides/test-message.ts';
import { TEST_MESSAGE_VERSION, testMessage } from '#lib/storage/test-message/text.ts';
import { FakePortal } from './testing/fake-portal.ts';
import { AGENT, mapOf, newEntries } from './testing/host.ts';

/** Makes Rspamd write what it learned every second instead of every minute. */
const SYNC = 'sync = 1s;\n';
const PATIENT = { timeout: 60_000, interval: 1500 };

/** The line with the match that rspamc prints for the test message of a list, or ''. */
const answer = (port: number, list: List): Promise<string> =>
  new Promise((resolve) => {
    const child = execFile(CHOSEN.rspamc, ['-h', `127.0.0.1:${port}`], (_error, said) =>
      resolve(/^Symbol: FUZZY_\w+ .*$/m.exec(said)?.[0] ?? ''),
    );
    child.stdin?.end(testMessage(list));
  });

/** Deletes all data of Redis, as a restart without a disk does. */
async function lose(port: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write('FLUSHALL\r\n');
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(said.toString()).toBe('+OK\r\n');
}

test.skipIf(!areInstalled)(
  'learns the test message in a real storage, and again after Redis lost it, but not without the setting',
  { timeout: 300_000 },
  async () => {
    const folder = makeFolder();
    const [mailPort, ports] = [
      await freePort(),
      { storage: await freePort(), redis: await freePort(), controller: await freePort() },
    ];
    const portal = new FakePortal();
    await portal.start();
    const messages = LISTS.map((list) => ({ flag: LIST_FLAGS[list], message: testMessage(list) }));
    portal.testMessages = { version: TEST_MESSAGE_VERSION, messages };
    const [entry] = newEntries(1, { name: 'x' });
    if (!entry) throw new Error('no entry');
    portal.map = mapOf([entry]);
    const storage = storageHost(folder.path, ports, createKeyPair(), SYNC);
    const mail = mailServer(path.join(folder.path, 'mail'), entry.pubkey, ports.storage, mailPort);
    const stateDir = path.join(folder.path, 'agent');
    const agent = (settings: Record<string, string>): Promise<string> => {
      const env = {
        NODE_ENV: 'test' as const,
        PATH: process.env.PATH,
        PORTAL_URL: portal.url,
        SERVER_NAME: 'test-host',
        SERVER_TOKEN: portal.token,
        KEYS_FORM,
        RSPAMADM: CHOSEN.rspamadm,
        STATE_DIR: stateDir,
        RSPAMD_SOCKET: storage.socket,
      };
      return new Promise((resolve) => {
        execFile(process.execPath, [AGENT, '--once'], { env: { ...env, ...settings } }, (_error, _out, said) =>
          resolve(said),
        );
      });
    };
    const learning = { CONTROLLER_URL: `http://127.0.0.1:${ports.controller}` };
    /** Runs the agent until the storage knows the messages. Each run is a new process, which checks at once. */
    const untilKnown = async () => {
      const error = { version: TEST_MESSAGE_VERSION, found: true, error: null };
      await expect.poll(async () => (await agent(learning), portal.planted.at(-1)), PATIENT).toEqual(error);
    };
    const matches = async () => ({ premium: await answer(mailPort, 'premium'), bulk: await answer(mailPort, 'bulk') });
    const redis = await startRedis(folder.path, ports.redis);
    try {
      await storage.start(ports.controller);
      await mail.start(mailPort);
      expect(await agent(learning)).toContain('test message: learned with flag 8');
      expect(portal.planted).toEqual([{ version: TEST_MESSAGE_VERSION, found: false, error: null }]);
      await untilKnown();
      await expect.poll(matches, PATIENT).toEqual(TEST_MESSAGE_ANSWERS);
      expect(readdirSync(stateDir)).toContain('test-message.json');

      for (let loss = 0; loss < 2; loss++) {
        await lose(ports.redis);
        expect(await matches()).toEqual({ premium: '', bulk: '' });
        await untilKnown();
        expect(await matches()).toEqual(TEST_MESSAGE_ANSWERS); // the same score: the weight has not grown
      }

      await lose(ports.redis);
      const told = portal.planted.length;
      for (let runs = 0; runs < 3; runs++) await agent({});
      expect(portal.planted).toHaveLength(told);
      expect(await matches()).toEqual({ premium: '', bulk: '' });
    } catch (error) {
      console.log(storage.output(), mail.output());
      throw error;
    } finally {
      await Promise.all([storage.stop(), mail.stop(), redis.stop(), portal.stop()]);
      folder.remove();
    }
  },
);
