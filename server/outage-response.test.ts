import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { noteOutage } from '#lib/http/answers/outage.ts';
import { answerOutages } from './outage-response.ts';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** Serves the response that `make` writes, and fetches it. */
async function pageOf(make: RequestListener): Promise<Response> {
  const server = createServer((req, res) => {
    answerOutages(res, 'id-1');
    make(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Ways in which a framework may write a response. */
const WAYS: [string, (res: Parameters<RequestListener>[1], status: number, text: string) => void][] = [
  ['with writeHead', (res, status, text) => res.writeHead(status, { 'content-type': 'text/plain' }).end(text)],
  ['in one call', (res, status, text) => Object.assign(res, { statusCode: status }).end(text)],
  [
    'in chunks',
    (res, status, text) => {
      res.statusCode = status;
      res.setHeader('content-encoding', 'identity');
      res.flushHeaders();
      for (const letter of text) res.write(letter);
      res.end();
    },
  ],
];

test.each(WAYS)(
  'puts a 503 page in place of a failed page sent %s while the database is unavailable (R9)',
  async (_, send) => {
    const answer = await pageOf((_req, res) => {
      noteOutage('id-1');
      res.setHeader('link', '</_next/static/a.css>; rel=preload; as="style"');
      send(res, 500, 'Error');
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('link'), 'the policy of this page loads nothing').toBeNull();
    const text = await answer.text();
    expect(text).toContain('not available right now');
    expect(text).toContain('id-1');
    expect(text).not.toContain('Error');
  },
);

test.each(WAYS)('keeps a page sent %s that reports the outage itself, and sets status 503', async (_, send) => {
  const answer = await pageOf((_req, res) => (noteOutage('id-1'), send(res, 200, 'Try later')));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.text()).toBe('Try later');
});

test.each(WAYS)('keeps status 500 of a failed page sent %s if the outage hit another request', async (_, send) => {
  noteOutage('id-2');
  const answer = await pageOf((_req, res) => send(res, 500, 'Error'));
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([500, null, 'Error']);
});

test('leaves a response unchanged that has already started', async () => {
  const answer = await pageOf((_req, res) => {
    res.write('begun, ');
    noteOutage('id-1');
    res.end('ended');
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'begun, ended']);
});
