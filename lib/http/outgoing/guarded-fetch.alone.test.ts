import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGuardedFetch, RefusedFetch } from './guarded-fetch.ts';

const PUBLIC = '93.184.215.14';
const production = (...addresses: string[]) =>
  createGuardedFetch({ allowsLoopback: () => false, resolve: async () => addresses });

let close = () => {};
afterEach(() => close());

/** A server on loopback that is reached by the name app.test, as in local mode. */
async function serve(answer: RequestListener, maxMs = 5000) {
  const seen: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    seen.push(req);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const resolve = vi.fn(async (_host: string) => ['127.0.0.1']);
  const fetch = createGuardedFetch({ resolve, maxMs, allowsLoopback: () => true });
  return { seen, resolve, fetch, origin: `http://app.test:${(server.address() as AddressInfo).port}` };
}

describe('refuses before it connects (S62)', () => {
  test.each([
    ['http', 'http://app.example/'],
    ['another scheme', 'ftp://app.example/'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,x'],
    ['a user name', 'https://user@app.example/'],
    ['a password', 'https://:secret@app.example/'],
    ['no URL', 'app.example'],
    ['a URL of more than 2,000 characters', `https://app.example/${'a'.repeat(2000)}`],
  ])('%s', async (_what, url) => {
    await expect(production(PUBLIC)(url)).rejects.toBeInstanceOf(RefusedFetch);
  });

  test.each([
    ['this machine', '127.0.0.1', '127.8.9.1', '[::1]', '0.0.0.0', '[::]'],
    ['this machine in other spellings', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0'],
    ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    ['private IPv6 networks', '[fc00::1]', '[fd12:3456::1]', '[fec0::1]'],
    ['link-local addresses', '169.254.1.1', '[fe80::1]'],
    ['metadata services', '169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '192.0.0.192'],
    ['IPv4 in IPv6, mapped', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', `[::ffff:${PUBLIC}]`, '[::127.0.0.1]'],
    ['IPv4 in IPv6, translated', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::1]', '[2001:0:7f00:1::1]'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.250', '255.255.255.255', '[ff02::1]'],
    ['benchmarks and reserved ranges', '198.18.0.1', '240.0.0.1', '192.88.99.1', '[100::1]'],
  ])('%s', async (_what, ...hosts) => {
    for (const host of hosts)
      await expect(production(PUBLIC)(`https://${host}/`), host).rejects.toThrow('the address is not public');
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a private address after a public one', [PUBLIC, '127.0.0.1']],
    ['a private IPv6 address after a public one', [PUBLIC, 'fe80::1']],
    ['an address with a zone', ['2a00:1450::1%eth0']],
    ['a mapped address', ['::ffff:10.0.0.1']],
  ])('a name with %s', async (_what, addresses) => {
    await expect(production(...addresses)('https://app.example/')).rejects.toThrow('the address is not public');
  });

  test('a name without an address', async () => {
    await expect(production()('https://app.example/')).rejects.toThrow('the name has no address');
  });

  test('http to a public address, and private networks, even in local mode', async () => {
    const local = (address: string) =>
      createGuardedFetch({ allowsLoopback: () => true, resolve: async () => [address] });
    await expect(local(PUBLIC)('http://app.example/')).rejects.toThrow('must begin with https');
    await expect(local('192.168.1.1')('http://app.example/')).rejects.toThrow('must begin with https');
    await expect(local('192.168.1.1')('https://app.example/')).rejects.toThrow('the address is not public');
  });

  test('this machine in every mode but local', async () => {
    for (const mode of ['development', 'production']) {
      vi.stubEnv('APP_MODE', mode);
      vi.resetModules();
      vi.doMock('#lib/base/settings/env.ts', () => ({ env: () => ({ APP_MODE: mode }) }));
      const { guardedFetch } = await import('./guarded-fetch.ts');
      await expect(guardedFetch('https://localhost:1/')).rejects.toThrow('the address is not public');
      await expect(guardedFetch('https://127.0.0.1:1/')).rejects.toThrow('the address is not public');
    }
    vi.doUnmock('#lib/base/settings/env.ts');
    vi.unstubAllEnvs();
  });
});

test('resolves a name once and connects to that address, whatever the name means later (S62)', async () => {
  const { fetch, seen, resolve, origin } = await serve((_req, res) => res.end('done'));
  resolve.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['169.254.169.254']);
  const answer = await fetch(`${origin}/logout?x=1`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', host: 'other.example' },
    body: 'hello',
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'done']);
  expect(resolve.mock.calls).toEqual([['app.test']]);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/logout?x=1', headers: { 'content-length': '5' } });
  expect(seen[0]?.headers.host).toBe(new URL(origin).host);
});

test('names the host in TLS, not its address (S62)', async () => {
  const named: string[] = [];
  const server = createTlsServer({ SNICallback: (name, done) => (named.push(name), done(null)) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => void server.close();
  const fetch = createGuardedFetch({ allowsLoopback: () => true, resolve: async () => ['127.0.0.1'] });
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`https://app.test:${port}/`)).rejects.toThrow(); // fails, because the server has no certificate
  expect(named).toEqual(['app.test']);
});

test.each([301, 302, 303, 307, 308])('does not follow a redirect with %i (S62)', async (status) => {
  const { fetch, seen, origin } = await serve((_req, res) =>
    res.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  );
  expect((await fetch(`${origin}/`)).status).toBe(status);
  expect(seen).toHaveLength(1);
});

test('stops reading a response that is too long (S62)', async () => {
  const closed = vi.fn();
  const { fetch, origin } = await serve((_req, res) => {
    res.on('close', closed);
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(16_384)));
      if (!res.destroyed) res.once('drain', more);
    };
    more();
  });
  await expect(fetch(`${origin}/`)).rejects.toThrow('the answer is too long');
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['never ends its answer', (_req, res) => void res.write('x')],
  [
    'sends a byte now and then',
    (_req, res) => {
      const timer = setInterval(() => res.write('x'), 20);
      res.on('close', () => clearInterval(timer));
    },
  ],
])('gives up on a server that %s (S62)', async (_how, answer) => {
  const { fetch, origin } = await serve(answer, 200);
  await expect(fetch(`${origin}/`)).rejects.toThrow('the answer took too long');
});

test('gives up on a name that takes too long to resolve (S62)', async () => {
  const fetch = createGuardedFetch({ resolve: () => new Promise(() => {}), maxMs: 50 });
  await expect(fetch('https://app.example/')).rejects.toThrow('the answer took too long');
});

test('is the only server code that connects to a URL (S62)', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const files = globSync(['{app,components,emails,lib,server}/**/*.{ts,tsx}', '*.ts'], { cwd: root }).filter(
    (file) => !/\.(test|stories)\.tsx?$|^lib\/testing\/|^components\/stories\//.test(file),
  );
  const connects = /(?<![\w.])fetch\(|\bhttps?\.(request|get)\(|\b(net|tls)\.connect\(|from '(undici|axios)'/;
  const found = files.filter((file) => connects.test(readFileSync(path.join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(800);
  // lib/api-client runs in the browser, and requests only this site
  expect(found.toSorted()).toEqual(['lib/api-client/api-client.ts', 'lib/http/outgoing/guarded-fetch.ts']);
});
