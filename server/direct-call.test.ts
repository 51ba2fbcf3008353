import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerDirectly } from './direct-call.ts';

const server = createServer((req, res) => {
  const handler = async (request: Request) =>
    Response.json(
      { url: request.url, cookie: request.headers.get('cookie'), asked: request.headers.get('x-asked') },
      {
        status: 203,
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['cache-control', 'no-store'],
        ],
      },
    );
  void answerDirectly(handler, req, res);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

test('passes path, query and headers to the handler, and sends its status, headers and body', async () => {
  const answer = await fetch(`${origin}/call?a=%20b`, { headers: { cookie: 'x=1; y=ü', 'x-asked': 'this' } });
  expect(answer.status).toBe(203);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({
    url: expect.stringMatching(/\/call\?a=%20b$/),
    cookie: 'x=1; y=ü',
    asked: 'this',
  });
});
