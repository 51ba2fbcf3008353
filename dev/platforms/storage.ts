import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent } from '#agent/src/agent.ts';
import { readSettings } from '#agent/src/settings.ts';
import { FakePortal } from '#agent/testing/fake-portal.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { LIST_FLAGS, LISTS } from '#lib/storage/schema.ts';
import { TEST_MESSAGE_VERSION, testMessage } from '#lib/storage/test-message/text.ts';
import { storageFiles } from '#lib/testing/rspamd/fuzzy-host.ts';
import { freePort } from '../stack/ports.ts';
import { makeFolder, message, Rspamd, run, startRedis, type Installation } from '../tests/rspamd.ts';

/** How often each message is learned, so that a match scores the whole weight of its symbol. */
const HITS = '200';

/**
 * A running fuzzy storage that knows one key, one message of the premium list and one of the bulk list, and the test
 * messages, which the agent has learned.
 */
export type Storage = {
  publicKey: string;
  server: string;
  premium: string;
  bulk: string;
  rspamd: Rspamd;
};

/** Starts a storage, learns a message for each list, and stops it all after `use`. */
export async function withStorage<T>(installation: Installation, use: (storage: Storage) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  const writer = createKeyPair();
  const ports = { storage: await freePort(), redis: await freePort(), controller: await freePort() };
  const { controller } = ports;
  const server = `127.0.0.1:${ports.storage}`;
  const files = storageFiles({ writer, ports, keysLine: '' });
  const redis = await startRedis(folder.path, ports.redis);
  const rspamd = new Rspamd(path.join(folder.path, 'storage'), files, installation);
  try {
    await rspamd.start(controller);
    const learn = async (flag: string) => {
      const text = message(crypto.randomUUID());
      const file = path.join(folder.path, `${flag}.eml`);
      writeFileSync(file, text);
      const said = await run(installation.rspamc, [
        ...['-h', `127.0.0.1:${controller}`, '-f', flag, '-w', HITS, 'fuzzy_add', file],
      ]);
      if (!said.includes('success = true')) throw new Error(`rspamc fuzzy_add failed:\n${said}`);
      return text;
    };
    const [first, second] = [await learn('8'), await learn('1')];
    await plant(folder.path, controller);
    return await use({ publicKey: writer.publicKey, server, premium: first, bulk: second, rspamd });
  } catch (error) {
    console.log(rspamd.output());
    throw error;
  } finally {
    await Promise.all([rspamd.stop(), redis.stop()]);
    folder.remove();
  }
}

/** Lets the agent learn the portal's test messages. */
async function plant(folder: string, controller: number): Promise<void> {
  const portal = new FakePortal();
  await portal.start();
  try {
    const messages = LISTS.map((list) => ({ flag: LIST_FLAGS[list], message: testMessage(list) }));
    portal.testMessages = { version: TEST_MESSAGE_VERSION, messages };
    const settings = {
      PORTAL_URL: portal.url,
      SERVER_NAME: 'test-host',
      SERVER_TOKEN: portal.token,
      STATE_DIR: path.join(folder, 'agent'),
      CONTROLLER_URL: `http://127.0.0.1:${controller}`,
    };
    const said = await new Agent(readSettings(settings)).plant?.();
    if (!said?.startsWith('learned flags 8, 1')) throw new Error(`The agent learned no test message: ${said}`);
  } finally {
    await portal.stop();
  }
}
