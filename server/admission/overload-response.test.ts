import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOverload } from './overload-response.ts';

const server = createServer((req, res) => answerOverload(req, res, req.url === '/oauth2/token'));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

test('answers 503 with Retry-After, the security headers and a request id (R17, S37, S82)', async () => {
  const answer = await get('/userstatus');
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const id = answer.headers.get('x-request-id');
  expect(await answer.json()).toEqual({ error: expect.stringContaining('busy'), code: 'unavailable', request_id: id });
  for (const name of [
    'strict-transport-security',
    'x-content-type-options',
    'referrer-policy',
    'content-security-policy',
  ])
    expect([name, answer.headers.get(name)]).toEqual([name, expect.any(String)]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('answers a browser with a page that shows the request id (R17)', async () => {
  const answer = await get('/dashboard', { accept: 'text/html' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const text = await answer.text();
  expect(text).toContain('The service is busy');
  expect(text).toContain(answer.headers.get('x-request-id'));
});

test('answers an OAuth client with temporarily_unavailable (R17)', async () => {
  expect(await (await get('/oauth2/token')).json()).toMatchObject({ error: 'temporarily_unavailable' });
});
