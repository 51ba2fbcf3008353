import { globSync } from 'node:fs';
import { urlOf } from '#bin/openapi/url-of.ts';
import { root } from '#dev/stack/folders.ts';
import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { exchangeBytes } from './support/exchange.ts';
import { expectSecureHeaders } from './support/expect-headers.ts';

const MANY = Array.from({ length: 51 }, (_, n) => `a${n}`).join('&');
const LONG = `a=${'x'.repeat(2047)}`;

test('answers a URL that is too long with 414, the security headers and a request id (S37, S87)', async () => {
  const client = new HttpClient(stack.baseUrl);
  for (const page of ['/', '/login', '/dashboard', '/userstatus', '/admin/api/users', '/api/none', '/oauth2/authorize'])
    for (const query of page.startsWith('/oauth2') ? [MANY] : [MANY, LONG])
      for (const accept of ['text/html', 'application/json']) {
        const { status, headers, text } = await client.send(`${page}?${query}`, { headers: { accept } });
        const type = accept === 'text/html' ? 'text/html; charset=utf-8' : /^application\/json/;
        expect.soft(status, page).toBe(414);
        expect.soft(headers.get('content-type'), page).toMatch(type);
        expect.soft(text).toContain('The URL of this request is too long.');
        expectSecureHeaders(`${page} ${accept}`, headers);
      }
});

test('lets an authorization request have 16 kB (S87)', async () => {
  const client = new HttpClient(stack.baseUrl);
  const start = '/oauth2/authorize?client_id=none&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2F&state=';
  const most = start.split('?')[0]?.length ?? 0;
  const { status, headers } = await client.send(start.padEnd(most + 1 + 16 * 1024, 'x'));
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/oauth2/authorize?error=')]);
  expect((await client.send(start.padEnd(most + 2 + 16 * 1024, 'x'))).status).toBe(414);
});

test('lets no cache keep a redirect, of a page or of its navigation data (S42)', async () => {
  const client = new HttpClient(stack.baseUrl);
  const pages = globSync('app/**/page.tsx', { cwd: root }).map(
    (file) => ACCESS[`GET ${urlOf(file)}`]?.path ?? urlOf(file),
  );
  let redirects = 0;
  for (const page of pages)
    for (const path of page === '/' ? [page] : [page, `${page.split('?')[0]}/`])
      for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }]) {
        const answer = await client.send(path, { headers });
        if (answer.status < 300 || answer.status > 399) continue;
        redirects += 1;
        expect.soft(answer.headers.get('cache-control'), `${path} ${JSON.stringify(headers)}`).toContain('no-store');
      }
  expect(redirects).toBeGreaterThan(50);
});

test('refuses to change the protocol, and closes the connection (S87)', async () => {
  const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n';
  for (const path of ['/_next/webpack-hmr', '/', '/login']) {
    await new HttpClient(stack.baseUrl).send('/login'); // Next adds its listener with the first request
    expect(await exchangeBytes(stack.baseUrl, `GET ${path} HTTP/1.1\r\n${upgrade}`, 5000)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
