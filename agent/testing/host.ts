import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeyPair, rspamdId } from '#lib/fuzzy-keys/key-pair.ts';
import { FakePortal } from './fake-portal.ts';
import { FakeStorage } from './fake-storage.ts';

/** The bundle, as storage hosts run it. `npm test` builds it (agent/build.ts). */
export const AGENT = path.join(import.meta.dirname, '../dist/agent.mjs');

export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string; errors: string };
export type Running = { process: ChildProcess; ended: Promise<Ended> };

/** Runs a test on a storage host in its own folder: a portal, a storage, and the agent as a process. */
export async function onHost(test: (host: Host) => Promise<void>): Promise<void> {
  const host = await createHost();
  try {
    await test(host);
  } finally {
    await Promise.all([host.portal.stop(), host.storage.stop()]);
    rmSync(host.folder, { recursive: true, force: true });
  }
}

export type Host = Awaited<ReturnType<typeof createHost>>;

async function createHost() {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-'));
  const stateDir = path.join(folder, 'state');
  const keysFile = path.join(folder, 'keys.json');
  const portal = new FakePortal();
  const storage = new FakeStorage(keysFile, path.join(folder, 'control.sock'), 3);
  await Promise.all([portal.start(), storage.start()]);
  const env = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH ?? '',
    PORTAL_URL: portal.url,
    SERVER_NAME: 'test-host',
    SERVER_TOKEN: portal.token,
    STATE_DIR: stateDir,
    KEYS_FILE: keysFile,
    RSPAMD_SOCKET: storage.socket,
    RSPAMD_VERSION: '4.1.6',
  };
  const start = (args: string[], settings: Record<string, string> = {}, node: string[] = []): Running => {
    const child = spawn(process.execPath, [...node, AGENT, ...args], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { output: '', errors: '' };
    child.stdout.on('data', (data: Buffer) => (said.output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (said.errors += data.toString()));
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (code, signal) => resolve({ code, signal, ...said })),
    );
    return { process: child, ended };
  };
  return {
    folder,
    stateDir,
    keysFile,
    portal,
    storage,
    env,
    start,
    run: (args: string[], settings?: Record<string, string>, node?: string[]) => start(args, settings, node).ended,
  };
}
/** New key map entries, each with its own pair. */
export function newEntries(count: number, extensions: object = { name: 'x', ratelimit: { rate: 1, burst: 600 } }) {
  return Array.from({ length: count }, () => {
    const { publicKey, privateKey } = createKeyPair();
    const kind = { type: 'kex', algorithm: 'curve25519', encoding: 'base32' } as const;
    return { pubkey: publicKey, privkey: privateKey, ...kind, id: rspamdId(publicKey), extensions };
  });
}
export const mapOf = (entries: readonly object[]) => `[\n${entries.map((e) => JSON.stringify(e)).join(',\n')}\n]\n`;
