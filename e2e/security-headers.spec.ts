import net from 'node:net';
import { expect, test } from './fixtures.ts';
import { HttpClient } from './support/http-client.ts';
import { stack } from './support/stack.ts';

const NAMES = [
  'strict-transport-security',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
];

test('S37 not-found pages, static files and refused methods carry the headers, too', async () => {
  const client = new HttpClient(stack.baseUrl);
  const home = await client.send('/');
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(home.text)?.[1] ?? '';
  for (const [path, method, status] of [
    ['/no/such/page', 'GET', 404],
    [script, 'GET', 200],
    ['/', 'TRACE', 405],
    ['/userstatus', 'PUT', 405],
  ] as const) {
    const answer = await client.send(path, { method });
    expect.soft(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} ${status}`);
    for (const name of NAMES) expect.soft(answer.headers.get(name), `${name} of ${method} ${path}`).toBeTruthy();
    expect.soft(answer.headers.get('x-powered-by')).toBeNull();
  }
});

test('S35 S37 a request that is no HTTP gets 400 with the headers, and the server lives on', async () => {
  const { hostname, port } = new URL(stack.baseUrl);
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = net.connect(Number(port), hostname, () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'),
    );
    socket
      .on('data', (data) => (received += data.toString()))
      .on('end', () => resolve(received))
      .on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect((await new HttpClient(stack.baseUrl).send('/healthz')).status).toBe(200);
});

test('S42 public pages are the same bytes for everybody', async ({ callAs }) => {
  const [visitor, admin] = [await callAs('anonymous'), await callAs('admin')];
  for (const path of ['/', '/pricing', '/no/such/page'])
    expect((await admin.send(path)).text, path).toBe((await visitor.send(path)).text);
});
