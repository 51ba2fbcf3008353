import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#dev/stack/ports.ts';
import { createNginx, hasNginx } from '#dev/tests/test-nginx.ts';

type Seen = { instance: number; method: string; host: string; forwardedFor: string };
const seen: Seen[] = [];
const instance = (number: number): Server =>
  createServer({ maxHeaderSize: 40_000 }, (req, res) => {
    const forwardedFor = String(req.headers['x-forwarded-for']);
    seen.push({ instance: number, method: req.method ?? '', host: req.headers.host ?? '', forwardedFor });
    if (req.url?.startsWith('/dies')) return void req.socket.destroy();
    res.writeHead(200, { 'x-instance': String(number) }).end();
  });
const instances = [instance(1), instance(2)] as const;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

const nginx = createNginx();
let origin = '';
let plainPort = 0;

/** The statuses of requests that are sent one after the other. */
async function fetchTimes(url: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await fetch(url)).status);
  return statuses;
}

/** Waits until both instances serve: nginx avoids a failed one for some seconds. */
async function bothServe(): Promise<void> {
  const served = async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`${origin}/`)));
    return new Set(answers.map(({ headers }) => headers.get('x-instance')));
  };
  await expect.poll(served, { timeout: 15_000, interval: 250 }).toEqual(new Set(['1', '2']));
}

describe.skipIf(!hasNginx)('nginx in front of two instances (skipped without nginx or root)', () => {
  beforeAll(async () => {
    for (const server of instances) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    plainPort = await freePort();
    origin = await nginx.start({
      file: path.join(import.meta.dirname, 'nginx.conf'),
      changes: [
        [/server app:8080/, `server 127.0.0.1:${portOf(instances[0])}`],
        [/server app2:8080/, `server 127.0.0.1:${portOf(instances[1])}`],
        [/listen 80 default_server;/, `listen 127.0.0.1:${plainPort} default_server;`],
        [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
        [/\$\{SITE_HOST\}/g, 'premium.test'],
        [/\/var\/log\/nginx\/access\.log/, `${nginx.folder}/access.log`],
        [/error_log stderr/g, `error_log ${nginx.folder}/instances.log`],
        [/http2 on;/, ''], // Debian's nginx does not know http2
      ],
    });
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of instances) server.close();
  });

  test('uses both instances, and passes on the host and the IP address that it saw (S10)', async () => {
    seen.length = 0;
    for (let count = 0; count < 4; count++)
      await fetch(`${origin}/`, { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' } });
    expect(new Set(seen.map((request) => request.instance))).toEqual(new Set([1, 2]));
    expect(new Set(seen.map((request) => request.forwardedFor))).toEqual(new Set(['127.0.0.1']));
    expect(new Set(seen.map((request) => request.host))).toEqual(new Set(['127.0.0.1']));
  });

  test('repeats a dropped GET on the other instance, but never a POST', async () => {
    seen.length = 0;
    expect((await fetch(`${origin}/dies`)).status).toBe(502);
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
    await bothServe();
    seen.length = 0;
    expect((await fetch(`${origin}/dies`, { method: 'POST', body: 'x' })).status).toBe(502);
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });

  test('logs no token of a mailed link, even if the instance does not respond (S13)', async () => {
    const token = randomUUID();
    const query = `?email=a%40b.test&token=${token}`;
    await fetch(`${origin}/reset-password${query}`, { headers: { referer: `https://premium.test/${query}` } });
    expect((await fetch(`${origin}/dies${query}`)).status).toBe(502);
    const logs = globSync('*.log', { cwd: nginx.folder }).map((file) =>
      readFileSync(`${nginx.folder}/${file}`, 'utf8'),
    );
    expect(logs.join()).toMatch(/"GET \/reset-password" 200 .*\n.*"GET \/dies" 502 /);
    expect(logs.join()).not.toContain(token);
    await bothServe();
  });

  test('redirects http to https on our own host, and does not answer for another host', async () => {
    const ask = (host: string) =>
      new Promise<string | undefined>((resolve) => {
        const options = { port: plainPort, path: '/pricing?a=1', headers: { host } };
        get(options, (res) => resolve(`${res.statusCode} ${res.headers.location}`)).on('error', () =>
          resolve(undefined),
        );
      });
    expect(await ask('premium.test')).toBe('301 https://premium.test/pricing?a=1');
    expect(await ask('attacker.test')).toBeUndefined();
  });

  test('serves every request while one instance is down', async () => {
    await bothServe();
    await new Promise<void>((resolve) => {
      instances[0].close(() => resolve());
      instances[0].closeAllConnections();
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  test('passes on an authorization request of 16 kB', async () => {
    expect((await fetch(`${origin}/oauth2/authorize?${'x'.repeat(16 * 1024)}`)).status).toBe(200);
  });

  test('refuses far too large bodies before they reach an instance (S56)', async () => {
    seen.length = 0;
    const answer = await fetch(`${origin}/`, { method: 'POST', body: Buffer.alloc(3 * 2 ** 20) });
    expect([answer.status, seen.length]).toEqual([413, 0]);
  });

  // The last test: it uses up what this address may send.
  test('limits the requests of one address, but not those of storage hosts, Stripe and health checks (S87)', async () => {
    const flood = async (url: string) => {
      const answers = await Promise.all(Array.from({ length: 150 }, () => fetchTimes(`${origin}${url}`, 5)));
      return new Set(answers.flat());
    };
    for (const url of ['/api/storage/keys', '/api/webhooks/stripe', '/api/repository/auth', '/healthz'])
      expect(await flood(url), url).toEqual(new Set([200]));
    // A busy machine sends slower than the limit for a while.
    await expect.poll(() => flood('/login')).toEqual(new Set([200, 429]));
  });
});
