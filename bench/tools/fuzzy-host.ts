import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { until } from '#dev/stack/process.ts';
import { CHOSEN, KEYS_FILE, KEYS_FORM, startRedis } from '#dev/tests/rspamd.ts';
import { storageHost } from '#dev/tests/storage-host.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';

/** Rspamd writes what it learned within a minute, and the agent checks soon afterwards. */
const KNOWN_WITHIN_MS = 3 * 60_000;
const KEYS_WITHIN_MS = 5 * 60_000;

export type FuzzyHost = {
  port: number;
  /** Waits until the agent has written this key for Rspamd. */
  untilWritten: (publicKey: string) => Promise<number>;
  stop: () => Promise<void>;
  said: () => string;
};

/**
 * Starts a storage host as docs/storage-host.md sets it up: Redis, Rspamd, and the agent at its usual intervals. Waits
 * until the agent has told the portal that the storage knows the test message.
 */
export async function startFuzzyHost({ coordinates }: Stack, folder: string): Promise<FuzzyHost> {
  const ports = { storage: await freePort(), redis: await freePort(), controller: await freePort() };
  const database = new pg.Client({ connectionString: coordinates.DATABASE_URL });
  await database.connect();
  const token = randomBytes(24).toString('base64url');
  await database.query('INSERT INTO storage_servers (name, token_hash) VALUES ($1, $2)', ['bench', sha256(token)]);
  const redis = await startRedis(folder, ports.redis);
  const rspamd = storageHost(folder, ports, createKeyPair());
  await rspamd.start(ports.controller);
  const agent = spawn(process.execPath, [path.join(root, 'agent/dist/agent.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORTAL_URL: coordinates.BASE_URL,
      SERVER_NAME: 'bench',
      SERVER_TOKEN: token,
      KEYS_FORM,
      STATE_DIR: path.join(folder, 'agent'),
      RSPAMD_SOCKET: rspamd.socket,
      RSPAMADM: CHOSEN.rspamadm,
      CONTROLLER_URL: `http://127.0.0.1:${ports.controller}`,
    },
  });
  let said = '';
  agent.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const stop = async () => {
    await database.end();
    agent.kill();
    if (agent.exitCode === null) await once(agent, 'exit');
    await Promise.all([rspamd.stop(), redis.stop()]);
  };
  const isKnown = async () => {
    const { rows } = await database.query<{ found: Date | null }>(
      'SELECT test_message_found_at AS found FROM storage_servers WHERE test_message_error IS NULL',
    );
    return rows.some(({ found }) => found !== null);
  };
  if (!(await until(isKnown, KNOWN_WITHIN_MS, 1000))) {
    await stop();
    throw new Error(`The storage does not know the test message:\n${said}`);
  }
  const untilWritten = async (publicKey: string) => {
    const file = path.join(folder, 'agent', KEYS_FILE);
    const isWritten = async () => (await readFile(file, 'utf8').catch(() => '')).includes(publicKey);
    if (!(await until(isWritten, KEYS_WITHIN_MS, 100))) throw new Error('The key did not reach the storage host');
    return performance.now();
  };
  return { port: ports.storage, untilWritten, stop, said: () => said };
}
