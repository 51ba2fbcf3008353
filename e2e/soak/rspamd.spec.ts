import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import {
  areInstalled,
  CHOSEN,
  KEYS_FILE,
  KEYS_FORM,
  makeFolder,
  message,
  NEWER,
  run,
  startRedis,
} from '#dev/tests/rspamd.ts';
import { mailServer, storageHost } from '#dev/tests/storage-host.ts';
import { db } from '#lib/base/db/db.ts';
import { createKeyPair, keyIdOf } from '#lib/fuzzy-keys/key-pair.ts';
import { testMessage } from '#lib/storage/test-message/text.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient, SESSION_COOKIE } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const NOTHING = { checked: 0, hits: 0, errors: 0 };

/** Whether a mail server finds the message in the premium storage. */
async function finds(port: number, message: string): Promise<boolean> {
  const headers = { settings: '{"groups_enabled":["fuzzy"]}' };
  const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, { method: 'POST', headers, body: message });
  const { symbols } = (await answer.json()) as { symbols: Record<string, unknown> };
  return 'FUZZY_PLUS_DENIED' in symbols;
}

async function post(admin: HttpClient, url: string, json: unknown): Promise<Record<string, unknown>> {
  const answer = await admin.send(url, { json });
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as Record<string, unknown>;
}

test('accepts keys in a real Rspamd, rejects a blocked one and stores the counted usage (S76, R22)', async ({
  callAs,
  asSubscriber,
}) => {
  test.skip(!areInstalled, 'rspamd and redis-server are not installed');
  test.setTimeout(300_000);
  const folder = makeFolder();
  const admin = await callAs('admin');
  const people = [await asSubscriber(), await asSubscriber()] as const;
  const name = `interop-${crypto.randomUUID()}`;
  const keys: string[] = [];
  for (const { email } of people) {
    const made = await post(admin, '/admin/api/fuzzy-keys/generate', { description: email, email, rank: 50 });
    keys.push(String(made.key));
  }
  const [blockedKey = '', otherKey = ''] = keys;
  const made = await post(admin, '/admin/api/servers', { name, description: 'a real storage' });
  const server = made.server as { id: number };

  const ports = { storage: await freePort(), redis: await freePort(), controller: await freePort() };
  const mailPorts = [await freePort(), await freePort()] as const;
  const storage = storageHost(folder.path, ports, createKeyPair());
  const mails = keys.map((key, index) =>
    mailServer(path.join(folder.path, `mail${index}`), key, ports.storage, mailPorts[index] ?? 0),
  );
  const stateDir = path.join(folder.path, 'agent');
  const keysFile = path.join(stateDir, KEYS_FILE);
  let logged = '';
  const runOnce = async () => {
    const env = {
      PATH: process.env.PATH,
      PORTAL_URL: stack.baseUrl,
      SERVER_NAME: name,
      SERVER_TOKEN: String(made.token),
      KEYS_FORM,
      STATE_DIR: stateDir,
      RSPAMD_SOCKET: storage.socket,
      RSPAMADM: CHOSEN.rspamadm,
      CONTROLLER_URL: `http://127.0.0.1:${ports.controller}`,
    };
    const program = [path.join(root, 'agent/dist/agent.mjs'), '--once'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, program, {
      env: { ...env, NODE_ENV: 'test' },
      timeout: 60_000,
    });
    logged += stdout + stderr;
  };
  /**
   * Runs the agent until it succeeds. A busy Rspamd may not respond to fuzzystat; the next run then counts everything.
   */
  const agent = () => expect(runOnce).toPass({ timeout: 60_000, intervals: [1000] });
  const holds = (key: string) => readFileSync(keysFile, 'utf8').includes(`"${key}"`);
  /** Whether the file refuses the key: Debian's Rspamd would serve a suspended key, so the agent leaves it out. */
  const refuses = (key: string) => {
    if (!NEWER) return !holds(key);
    type Entry = { pubkey: string; extensions: { allowed_ops?: string[] } };
    const entries = JSON.parse(readFileSync(keysFile, 'utf8')) as Entry[];
    return entries.find(({ pubkey }) => pubkey === key)?.extensions.allowed_ops?.length === 0;
  };
  const stored = async (key: string) => {
    const [sums] = await db().$queryRaw<{ checked: number; hits: number; errors: number }[]>`
      SELECT coalesce(sum(u.checked), 0)::int AS checked, coalesce(sum(u.hits), 0)::int AS hits,
        coalesce(sum(u.errors), 0)::int AS errors
      FROM all_usage_points u JOIN fuzzy_keys k ON k.id = u.key_id
      WHERE u.server_id = ${server.id} AND k.public_key = ${key}`;
    return sums ?? { checked: 0, hits: 0, errors: 0 };
  };
  /** The storage's own counters of a key. Waits until every worker answers. */
  const countedBy = async (key: string) => {
    let counts: Awaited<ReturnType<typeof storage.counts>>;
    await expect.poll(async () => (counts = await storage.counts(keyIdOf(key))), { timeout: 30_000 }).toBeDefined();
    return counts;
  };
  const redis = await startRedis(folder.path, ports.redis);

  try {
    await test.step('passes rspamadm configtest -s with the configurations of the guides', async () => {
      for (const rspamd of [storage, ...mails]) expect((await rspamd.configtest()).trim()).toBe('syntax OK');
    });

    await test.step('writes the keys to a file that only Rspamd can read', async () => {
      await storage.start(ports.controller);
      await expect
        .poll(async () => (await agent(), keys.every(holds)), { timeout: 90_000, intervals: [1000] })
        .toBe(true);
      expect(statSync(keysFile).mode & 0o777).toBe(0o600);
      expect((await storage.configtest()).trim()).toBe('syntax OK');
      for (const key of keys) await expect.poll(() => storage.counts(keyIdOf(key))).toEqual(NOTHING);
    });

    const [learned, unknown] = [message(crypto.randomUUID()), message(crypto.randomUUID())];
    await test.step('lets the mail servers of both subscribers find a learned message', async () => {
      const file = path.join(folder.path, 'learned.eml');
      writeFileSync(file, learned);
      const controller = `127.0.0.1:${ports.controller}`;
      const said = await run(CHOSEN.rspamc, ['-h', controller, '-f', '8', '-w', '10', 'fuzzy_add', file]);
      expect(said).toContain('success = true');
      for (const [index, mail] of mails.entries()) {
        const port = mailPorts[index] ?? 0;
        await mail.start(port);
        await expect.poll(async () => (await storage.sync(), finds(port, learned)), { timeout: 30_000 }).toBe(true);
        expect(await finds(port, unknown)).toBe(false);
      }
    });

    await test.step('stores the same numbers as fuzzystat in the portal', async () => {
      for (const requests of [3, 5]) {
        for (let count = 0; count < requests; count++) await finds(mailPorts[0], count % 2 ? learned : unknown);
        // A run of the agent omits a worker that does not answer in time, and a later run counts it. Portal and storage
        // are both read after each run, because Rspamd repeats slow requests, which the storage counts later.
        await expect(async () => {
          await agent();
          const counted = await Promise.all(keys.map(countedBy));
          expect(await Promise.all(keys.map(stored))).toEqual(counted);
        }).toPass({ timeout: 90_000, intervals: [1000] });
      }
      const sums = await stored(blockedKey);
      expect(sums.checked).toBeGreaterThanOrEqual(8);
      expect(sums.hits).toBeGreaterThanOrEqual(3);
      expect(sums.checked).toBeGreaterThan(sums.hits);
    });

    await test.step('the storage knows the test message, and the portal shows the first match', async () => {
      const known = async () => {
        await agent();
        await storage.sync();
        const listed = (await admin.send('/admin/api/servers')).json() as { servers: StorageServerRow[] };
        return listed.servers.find(({ id }) => id === server.id)?.test_message?.found_at ?? null;
      };
      await expect.poll(known, { timeout: 90_000, intervals: [1000] }).not.toBeNull();
      await expect.poll(() => finds(mailPorts[1], testMessage('premium')), { timeout: 30_000 }).toBe(true);
      await agent();
      const owner = new HttpClient(stack.baseUrl, new Map([[SESSION_COOKIE, people[1].token]]));
      const match = async () => (await owner.send('/account/api/last-request')).json();
      await expect
        .poll(match, { timeout: 30_000 })
        .toMatchObject({ servers: [name], first_match: { server: name, list: NEWER ? 'premium' : null } });
    });

    await test.step("a run of the agent ends a blocked subscriber's key and no other key", async () => {
      await post(admin, '/admin/api/users/block', { ids: [people[0].id], blocked: true });
      await expect
        .poll(async () => (await agent(), refuses(blockedKey)), { timeout: 90_000, intervals: [1000] })
        .toBe(true);
      expect(refuses(otherKey)).toBe(false);
      if (!NEWER) await expect.poll(() => storage.counts(keyIdOf(blockedKey))).toBeNull();
      await expect.poll(() => finds(mailPorts[0], learned), { timeout: 60_000 }).toBe(false);
      await expect.poll(() => finds(mailPorts[1], learned), { timeout: 30_000 }).toBe(true);
    });

    const halves = [...readFileSync(keysFile, 'utf8').matchAll(/\bprivkey\W+(\w{52})\b/g)].map(([, half = '']) => half);
    expect(halves.length).toBeGreaterThan(0);
    for (const half of halves) expect(logged).not.toContain(half);
  } catch (error) {
    for (const rspamd of [storage, ...mails]) console.log(rspamd.output());
    console.log(logged);
    throw error;
  } finally {
    await Promise.all([storage.stop(), ...mails.map((mail) => mail.stop()), redis.stop()]);
    folder.remove();
    await db().storageServer.delete({ where: { id: server.id } });
  }
});
