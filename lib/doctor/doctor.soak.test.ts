import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GET as tasks } from '#app/api/storage/tasks/route.ts';
import { POST as answers } from '#app/api/storage/answers/route.ts';
import { GET as keys } from '#app/api/storage/keys/route.ts';
import { POST as usage } from '#app/api/storage/usage/route.ts';
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
  Rspamd,
  run,
  startRedis,
} from '#dev/tests/rspamd.ts';
import { db } from '#lib/base/db/db.ts';
import { createKeyPair, type KeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { clientFiles, storageFiles } from '#lib/testing/rspamd/fuzzy-host.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { checkConnection } from './ask.ts';
import { getDoctor } from './check.ts';

const SLOW = { timeout: 240_000 };
const ADDRESS = '127.0.0.1';

type Stopped = { stop: () => Promise<void> };
const started: Stopped[] = [];
const folder = areInstalled ? makeFolder() : null;
const at = (name: string) => path.join(folder?.path ?? '', name);
let ports = { storage: 0, redis: 0, controller: 0, portal: 0, closed: 0 };
let storage: Rspamd;

/**
 * Starts a storage host with Rspamd and the agent as a process, and serves the portal's endpoints for hosts over HTTP.
 */
beforeAll(async () => {
  if (!folder) return;
  ports = {
    storage: await freePort(),
    redis: await freePort(),
    controller: await freePort(),
    portal: 0,
    closed: await freePort(),
  };
  await createKeyRow(db()); // the agent refuses an empty map
  const { server, token } = await createServerRow(db(), { lastSeenAt: new Date() });
  ports.portal = await servePortal();
  started.push(await startRedis(folder.path, ports.redis));
  storage = new Rspamd(at('storage'), storageFiles({ writer: createKeyPair(), ports, keysLine: keysLine() }));
  await storage.start(ports.controller);
  started.push(storage);
  started.push(startAgent(server.name, token));
  await learn('8');
  await learn('1');
}, 180_000);

afterAll(async () => {
  for (const each of started.toReversed()) await each.stop();
  folder?.remove();
}, 60_000);

const texts: Record<string, string> = { '8': message(crypto.randomUUID()), '1': message(crypto.randomUUID()) };

let key: Awaited<ReturnType<typeof createKeyRow>>;
let pair: KeyPair;
let user: { id: string };
beforeEach(async () => {
  user = await createUserRow(db());
  pair = createKeyPair();
  key = await createKeyRow(db(), { accountId: user.id }, pair);
});

const doctor = () => getDoctor(subscriberContext(db(), user, { ip: ADDRESS }));
const ask = () => checkConnection(subscriberContext(db(), user, { ip: ADDRESS }), { address: ADDRESS });

/** Waits until the storage has loaded the key, or with `isGone` until it has dropped it. */
async function deploy(isGone = false) {
  await db().keyMapPublication.updateMany({ data: { publishedAt: new Date(0) } });
  await expect
    .poll(async () => (await storage.counts(key.keyId)) === null, { timeout: 90_000, interval: 1000 })
    .toBe(isGone);
}

/** Asks, calls `send` once the host has answered for the first time, and returns the check when it has a verdict. */
async function verdictAfter(send: () => Promise<unknown>) {
  await ask();
  await expect
    .poll(async () => (await doctor()).check?.hosts[0]?.rspamd, { timeout: 40_000, interval: 500 })
    .toBeTruthy();
  await send();
  await expect.poll(async () => (await doctor()).check?.verdict, { timeout: 90_000, interval: 1000 }).toBeTruthy();
  return (await doctor()).check;
}

/**
 * Starts a mail server whose fuzzy rule queries the storage on `port`, with `publicKey` or, if null, without a key.
 * Passes `use` a function that scans a text and returns the names of its symbols.
 */
async function withMailServer(
  publicKey: string | null,
  use: (scan: (text: string) => Promise<string[]>) => Promise<unknown>,
  port = ports.storage,
) {
  const listens = await freePort();
  const mail = new Rspamd(at(crypto.randomUUID()), clientFiles(publicKey, port, listens));
  await mail.start(listens);
  try {
    return await use(async (text) => {
      const answer = await fetch(`http://127.0.0.1:${listens}/checkv2`, {
        method: 'POST',
        headers: { settings: '{"groups_enabled":["fuzzy"]}' },
        body: text,
      });
      return Object.keys(((await answer.json()) as { symbols: object }).symbols);
    });
  } finally {
    await mail.stop();
  }
}

/**
 * Asks, has a mail server check `times` messages in the meantime, and returns the check with its verdict, and all
 * symbols of the messages.
 */
async function sending(publicKey: string | null, text: () => string, times = 1, port = ports.storage) {
  const symbols = new Set<string>();
  const check = await verdictAfter(() =>
    withMailServer(
      publicKey,
      async (scan) => {
        for (let time = 0; time < times; time++) for (const symbol of await scan(text())) symbols.add(symbol);
      },
      port,
    ),
  );
  if (!check) throw new Error('no check');
  return { ...check, symbols: [...symbols] };
}
const unknownText = () => message(crypto.randomUUID());

test.skipIf(!areInstalled)('says that it works, and names the list if Rspamd counts hits by list', SLOW, async () => {
  await deploy();
  const check = await sending(pair.publicKey, () => texts['8'] ?? '');
  expect(check).toMatchObject({
    verdict: { state: 'works', hidden_lists: [], lists: NEWER ? ['premium'] : [] },
    hosts: [{ state: 'works', hits: expect.any(Number) }],
    symbols: ['PLUS'],
  });
  expect(check?.hosts[0]?.hits).toBeGreaterThan(0);
});

test.skipIf(!areInstalled)('says that the key is wrong if the storage does not have it', SLOW, async () => {
  await deploy();
  const check = await sending(createKeyPair().publicKey, unknownText);
  expect(check).toMatchObject({ verdict: { state: 'wrong_key' }, hosts: [{ checked: 0, errors: 0 }] });
  expect(check?.hosts[0]?.undecrypted).toBeGreaterThan(0);
});

test.skipIf(!areInstalled)('says that requests probably arrive without a key', SLOW, async () => {
  await deploy();
  expect(await sending(null, unknownText)).toMatchObject({
    verdict: { state: 'in_clear' },
    symbols: [NEWER ? 'FUZZY_ENCRYPTION_REQUIRED' : 'FUZZY_BLOCKED'],
    hosts: [{ checked: 0, errors: 0, undecrypted: 0 }],
  });
});

test.skipIf(!areInstalled)(
  'says that nothing arrives when the port is closed, whatever failed before',
  SLOW,
  async () => {
    await deploy();
    await withMailServer(createKeyPair().publicKey, (scan) => scan(unknownText()));
    expect(await sending(pair.publicKey, unknownText, 1, ports.closed)).toMatchObject({
      verdict: { state: 'nothing', failed_before: true },
      hosts: [{ checked: 0, errors: 0, undecrypted: 0 }],
    });
  },
);

test.skipIf(!areInstalled)('says that the key is suspended, and why, whatever arrives', SLOW, async () => {
  await deploy();
  await db().fuzzyKey.update({ where: { id: key.id }, data: { suspendedAt: new Date() } });
  await deploy(!NEWER);
  const check = await sending(pair.publicKey, unknownText);
  expect(check).toMatchObject({
    verdict: { state: 'suspended', why: 'admin' },
    symbols: NEWER ? ['FUZZY_FORBIDDEN'] : [],
  });
  const host = () => doctor().then(({ check: now }) => now?.hosts[0]);
  await expect.poll(async () => (await host())?.state, { timeout: 60_000, interval: 1000 }).toBe('suspended');
});

test.skipIf(!NEWER)('says that requests exceed the rate (needs Rspamd 3.10, RSPAMD_PREFIX)', SLOW, async () => {
  await db().fuzzyKey.update({ where: { id: key.id }, data: { rate: 0.001 } });
  await deploy();
  expect(await sending(pair.publicKey, unknownText, 160)).toMatchObject({
    verdict: { state: 'over_rate' },
    symbols: ['FUZZY_RATELIMITED'],
  });
});

test.skipIf(!NEWER)('says that matches of a list are hidden (needs Rspamd 3.8.2, RSPAMD_PREFIX)', SLOW, async () => {
  await db().fuzzyKey.update({ where: { id: key.id }, data: { forbiddenFlags: [1] } });
  await deploy();
  expect(await sending(pair.publicKey, () => texts['1'] ?? '')).toMatchObject({
    verdict: { state: 'hidden', hidden_lists: ['bulk'] },
    hosts: [{ hits: 0 }],
    symbols: [],
  });
});

async function learn(flag: string) {
  const file = at(`${flag}.eml`);
  writeFileSync(file, texts[flag] ?? '');
  const said = await run(CHOSEN.rspamc, [
    '-h',
    `127.0.0.1:${ports.controller}`,
    '-f',
    flag,
    '-w',
    '200',
    'fuzzy_add',
    file,
  ]);
  expect(said).toContain('success = true');
  await storage.sync();
}

function startAgent(name: string, token: string): Stopped {
  const child = spawn(process.execPath, [path.join(root, 'agent/dist/agent.mjs')], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      PORTAL_URL: `http://127.0.0.1:${ports.portal}`,
      SERVER_NAME: name,
      SERVER_TOKEN: token,
      KEYS_FORM,
      STATE_DIR: at('agent'),
      RSPAMD_SOCKET: storage.socket,
      RSPAMADM: CHOSEN.rspamadm,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        if (!child.kill('SIGTERM')) resolve();
      }),
  };
}

async function servePortal(): Promise<number> {
  const handlers = { 'GET keys': keys, 'GET tasks': tasks, 'POST answers': answers, 'POST usage': usage };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const handler = Object.entries(handlers).find(([name]) => name === `${method} ${path.basename(url)}`)?.[1];
      const body = method === 'POST' ? { body: Buffer.concat(chunks).toString() } : {};
      const asked = new Request(`http://localhost${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...body,
      });
      void handler?.(asked, { params: Promise.resolve({}) }).then(async (answer) => {
        const text = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push({ stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))) });
  return (server.address() as AddressInfo).port;
}

/** How the storage reads the file that the agent writes. */
const keysLine = () =>
  NEWER
    ? `dynamic_keys_map = "file://${at(`agent/${KEYS_FILE}`)}";`
    : `.include(try=true; priority=1; duplicate=append) "${at(`agent/${KEYS_FILE}`)}"`;
