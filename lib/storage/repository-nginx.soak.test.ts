import { execFile, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GET } from '#app/api/repository/auth/route.ts';
import { db } from '#lib/base/db/db.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { createNginx, hasNginx } from '#dev/tests/test-nginx.ts';

const hasApt = spawnSync('which', ['apt-get']).status === 0;
const nginx = createNginx();
const { folder } = nginx;
const FILE = 'apt-stable/Packages';
const CONTENT = 'Package: rspamd\nVersion: 4.1.6\nArchitecture: all\n\n';

const PROXIES = { has: (address: string) => address === '127.0.0.1' };

/** The portal's endpoint, as server/index.ts calls it behind a trusted proxy. `asked` counts its requests. */
let asked = 0;
let isPortalDown = false;
const portal = createServer(async (req, res) => {
  asked++;
  if (isPortalDown) return void res.destroy();
  const forwarded = req.headers['x-forwarded-for'];
  const headers = new Headers({
    [CLIENT_ADDRESS_HEADER]: clientAddress('127.0.0.1', String(forwarded ?? ''), PROXIES).address,
    ...(req.headers.authorization && { authorization: req.headers.authorization }),
  });
  const request = new Request(`http://localhost${req.url ?? ''}`, { headers });
  const response = await GET(request, { params: Promise.resolve({}) });
  res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
});

let host = '';

/** Starts nginx with docs/repository/nginx.conf and a few files to serve. */
async function startNginx(): Promise<void> {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  for (const name of ['files/apt-stable', 'cache']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'files', FILE), CONTENT);
  writeFileSync(path.join(folder, 'files/gpg.key'), 'public');
  const origin = await nginx.start({
    file: path.join(import.meta.dirname, '../../docs/repository/nginx.conf'),
    changes: [
      [/\/run\/nginx-rspamd-auth/, path.join(folder, 'cache')],
      [/\/var\/log\/nginx\/packages.log/, path.join(folder, 'access.log')],
      [/root \/srv\/packages;/, `root ${path.join(folder, 'files')};`],
      [/127\.0\.0\.1:8080/, `127.0.0.1:${(portal.address() as AddressInfo).port}`],
    ],
    // Lets the test choose the client's address.
    inHttp: 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;',
  });
  host = new URL(origin).host;
}

let address = 0;
/** Fetches a file, by default from a new IP address each time. */
function fetchFile(userInfo: string | null, from = `198.51.100.${++address}`, file = FILE): Promise<Response> {
  const authorization = userInfo === null ? {} : { authorization: `Basic ${Buffer.from(userInfo).toString('base64')}` };
  return fetch(`http://${host}/${file}`, { headers: { ...authorization, 'x-test-address': from } });
}
const ends = (publicKey: string) => `${publicKey.slice(0, 8)}:${publicKey.slice(-8)}`;

describe.skipIf(!hasNginx)('nginx in front of the repository (skipped without nginx, or not as root)', () => {
  beforeAll(startNginx);
  beforeEach(() => {
    asked = 0;
    isPortalDown = false;
  });
  afterAll(async () => {
    await nginx.stop();
    portal.closeAllConnections();
    portal.close();
  });

  test('serves files to a working key, not without a key, with a wrong password or to a blocked owner', async () => {
    const blocked = await createUserRow(db(), { blockedAt: new Date() });
    const [good, bad] = [await createKeyRow(db()), await createKeyRow(db(), { accountId: blocked.id })];
    const entered = await fetchFile(ends(good.publicKey));
    expect([entered.status, await entered.text()]).toEqual([200, CONTENT]);
    for (const userInfo of [null, `${good.publicKey.slice(0, 8)}:wrongone`, ends(bad.publicKey)]) {
      const refused = await fetchFile(userInfo);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm="packages"/);
      expect(await refused.text()).not.toContain('rspamd');
    }
    expect((await fetchFile(null, undefined, 'gpg.key')).status).toBe(200);
    expect((await fetchFile(null, undefined, 'portal-auth')).status).toBe(404);
  });

  test('asks the portal once for many files with a working key, but for every request with a wrong key', async () => {
    const { publicKey } = await createKeyRow(db());
    for (let count = 0; count < 5; count++) expect((await fetchFile(ends(publicKey))).status).toBe(200);
    expect(asked).toBe(1);
    for (let count = 0; count < 3; count++) expect((await fetchFile('ybndrfg8:ybndrfg8')).status).toBe(401);
    expect(asked).toBe(4);
  });

  test('locks out only the client that failed twenty times (S10)', async () => {
    const { publicKey } = await createKeyRow(db());
    const attacker = '203.0.113.7';
    for (let count = 0; count < 20; count++) expect((await fetchFile(`ybndrfg8:${count}`, attacker)).status).toBe(401);
    expect((await fetchFile(ends(publicKey), attacker)).status).toBe(429);
    expect((await fetchFile(ends(publicKey))).status).toBe(200);
  });

  test('returns 503 with Retry-After to a new client while the portal is down', async () => {
    isPortalDown = true;
    const { publicKey } = await createKeyRow(db());
    const refused = await fetchFile(ends(publicKey));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  });

  test('logs no part of a key', async () => {
    const { publicKey } = await createKeyRow(db());
    await fetchFile(ends(publicKey));
    const log = readFileSync(path.join(folder, 'access.log'), 'utf8');
    expect(log).toContain(FILE);
    expect(log).not.toContain(publicKey.slice(0, 8));
  });

  test.skipIf(!hasApt)('lets apt in if its auth.conf entry names http:// and has the right password', async () => {
    const { publicKey } = await createKeyRow(db());
    const wrong = createKeyRow(db()).then((key) => key.publicKey.slice(-8));
    const entry = (machine: string, password: string) =>
      `machine ${machine} login ${publicKey.slice(0, 8)} password ${password}\n`;
    const right = publicKey.slice(-8);
    expect(await aptUpdate(entry(`http://${host}/apt-stable`, right))).toMatchObject({ code: 0 });
    for (const auth of [entry(`${host}/apt-stable`, right), entry(`http://${host}/apt-stable`, await wrong)]) {
      const { code, output } = await aptUpdate(auth);
      expect(code).not.toBe(0);
      expect(output).toContain('401');
    }
  });
});

/** Runs `apt-get update` for this repository only, with its own folders. */
async function aptUpdate(auth: string): Promise<{ code: number; output: string }> {
  const apt = mkdtempSync(path.join(folder, 'apt-'));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(apt, name), text, { mode: 0o600 });
    return path.join(apt, name);
  };
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(path.join(apt, name), { recursive: true });
  chownSync(apt, 0, 0);
  const options = {
    'Dir::Etc::sourcelist': file('sources.list', `deb [trusted=yes] http://${host}/apt-stable ./\n`),
    'Dir::Etc::sourceparts': '-',
    'Dir::Etc::netrc': file('auth.conf', auth),
    'Dir::Etc::netrcparts': '-',
    'Dir::State::lists': path.join(apt, 'lists'),
    'Dir::Cache': path.join(apt, 'cache'),
    'APT::Sandbox::User': 'root',
    'Acquire::http::Proxy': 'false',
    'Acquire::Retries': '0',
    'APT::Update::Error-Mode': 'any',
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return promisify(execFile)('apt-get', [...args, 'update']).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}
