import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, isListening } from '#local/ports.ts';
import { until } from '#local/process.ts';

const hasNginx = spawnSync('which', ['nginx']).status === 0;
const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'proxy-test-'));

type Seen = { instance: number; method: string; host: string; forwardedFor: string };
const seen: Seen[] = [];
const instance = (number: number): Server =>
  createServer((req, res) => {
    const forwardedFor = String(req.headers['x-forwarded-for']);
    seen.push({ instance: number, method: req.method ?? '', host: req.headers.host ?? '', forwardedFor });
    if (req.url === '/dies') return void req.socket.destroy();
    res.writeHead(200, { 'x-instance': String(number) }).end();
  });
const instances = [instance(1), instance(2)] as const;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

let nginx: ChildProcess | undefined;
let origin = '';

/** deploy/nginx.conf on ports of this test, without TLS. */
function settings(port: number): string {
  const changes: [RegExp, string][] = [
    [/server app:8080/, `server 127.0.0.1:${portOf(instances[0])}`],
    [/server app2:8080/, `server 127.0.0.1:${portOf(instances[1])}`],
    [/server \{\s*listen 80;[^}]*\}/, ''],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
    [/http2 on;/, ''], // Debian's nginx is older
    [/ssl_certificate\S* .*\n/g, ''],
  ];
  let text = readFileSync(path.join(import.meta.dirname, 'nginx.conf'), 'utf8');
  for (const [pattern, by] of changes) {
    expect(text).toMatch(pattern);
    text = text.replace(pattern, by);
  }
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off;\n${text} }\n`;
}

/** An instance that failed is left alone for some seconds. */
async function bothServe(): Promise<void> {
  const served = async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`${origin}/`)));
    return new Set(answers.map(({ headers }) => headers.get('x-instance')));
  };
  await expect.poll(served, { timeout: 15_000, interval: 250 }).toEqual(new Set(['1', '2']));
}

describe.skipIf(!hasNginx || !isRoot)('nginx in front of two instances (skipped without nginx, or not as root)', () => {
  beforeAll(async () => {
    for (const server of instances) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    chmodSync(folder, 0o755);
    writeFileSync(path.join(folder, 'nginx.conf'), settings(port));
    nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
    if (!(await until(() => isListening(port), 10_000))) throw new Error('nginx does not start');
  });
  afterAll(() => {
    nginx?.kill();
    for (const server of instances) server.close();
    rmSync(folder, { recursive: true });
  });

  test('S10 both instances serve; they see the host and the one address that nginx saw, not what was claimed', async () => {
    seen.length = 0;
    for (let count = 0; count < 4; count++)
      await fetch(`${origin}/`, { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' } });
    expect(new Set(seen.map((request) => request.instance))).toEqual(new Set([1, 2]));
    expect(new Set(seen.map((request) => request.forwardedFor))).toEqual(new Set(['127.0.0.1']));
    expect(new Set(seen.map((request) => request.host))).toEqual(new Set(['127.0.0.1']));
  });

  test('a GET that an instance dropped is asked of the other; a POST never twice', async () => {
    seen.length = 0;
    expect((await fetch(`${origin}/dies`)).status).toBe(502);
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
    await bothServe();
    seen.length = 0;
    expect((await fetch(`${origin}/dies`, { method: 'POST', body: 'x' })).status).toBe(502);
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });

  test('an instance that is down is not noticed', async () => {
    await bothServe();
    await new Promise<void>((resolve) => {
      instances[0].close(() => resolve());
      instances[0].closeAllConnections();
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  test('S56 what is far too large does not reach an instance', async () => {
    seen.length = 0;
    const answer = await fetch(`${origin}/`, { method: 'POST', body: Buffer.alloc(3 * 2 ** 20) });
    expect([answer.status, seen.length]).toEqual([413, 0]);
  });
});
