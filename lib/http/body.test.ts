import { expect, test } from 'vitest';
import { BODY_LIMIT, readBody, readForm, readJson } from './body.ts';

const post = (body: BodyInit | null, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** A body that arrives in chunks and counts how many were read. */
function stream(pieces: number, size: number) {
  const taken = { pieces: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.pieces === pieces) return controller.close();
        taken.pieces++;
        controller.enqueue(new Uint8Array(size).fill(32));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}

test('reads 64 kB and refuses one byte more (S56)', async () => {
  expect((await readBody(post('x'.repeat(BODY_LIMIT)))).length).toBe(65_536);
  await expect(readBody(post('x'.repeat(BODY_LIMIT + 1)))).rejects.toMatchObject({ code: 'body_too_large' });
  expect((await readBody(post('x'.repeat(BODY_LIMIT + 1)), BODY_LIMIT + 1)).length).toBe(65_537);
});

test('stops reading a stream without a length at the limit (S56)', async () => {
  const { body, taken } = stream(1000, 16 * 1024);
  await expect(readBody(post(body))).rejects.toMatchObject({ code: 'body_too_large' });
  expect(taken.pieces).toBeLessThanOrEqual(6);
  const small = stream(4, 16 * 1024);
  expect((await readBody(post(small.body))).length).toBe(BODY_LIMIT);
});

test('reports a body as malformed when its sender disconnects', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  });
  await expect(readBody(post(body))).rejects.toMatchObject({ code: 'malformed' });
});

test('refuses a body unread if Content-Length is too large, and does not trust a small value (S56)', async () => {
  const { body, taken } = stream(1, 1);
  await expect(readBody(post(body, { 'content-length': '65537' }))).rejects.toMatchObject({ code: 'body_too_large' });
  expect(taken.pieces).toBe(0);
  await expect(readBody(post('x'.repeat(BODY_LIMIT + 1), { 'content-length': '1' }))).rejects.toMatchObject({
    code: 'body_too_large',
  });
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset=UTF-8',
  ' application/json ',
])('accepts JSON with content type %j', async (type) => {
  expect(await readJson(post('{"a":"ü"}', { 'content-type': type }))).toEqual({ a: 'ü' });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/plain; application/json',
  '',
])('refuses a body with content type %j as unsupported (S31)', async (type) => {
  await expect(readJson(post('{"a":1}', { 'content-type': type }))).rejects.toMatchObject({
    code: 'unsupported_media_type',
  });
});

test('needs no content type for an empty body (S31)', async () => {
  expect(await readJson(post(null, {}))).toBeUndefined();
  expect(await readJson(post('', { 'content-type': 'text/plain' }))).toBeUndefined();
});

test.each<[string, BodyInit]>([
  ['invalid JSON', '{'],
  ['two JSON values', '{}{}'],
  ['invalid UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
])('reports %s as malformed (S55)', async (_name, body) => {
  await expect(readJson(post(body))).rejects.toMatchObject({ code: 'malformed' });
});

test("parses a plain form as a flat record with each name's last value, and refuses other bodies", async () => {
  const type = 'application/x-www-form-urlencoded';
  expect(
    await readForm(post('email=a%40b.example&x=1&x=2&__proto__=y', { 'content-type': `${type}; charset=UTF-8` })),
  ).toEqual(
    Object.fromEntries([
      ['email', 'a@b.example'],
      ['x', '2'],
      ['__proto__', 'y'],
    ]),
  );
  await expect(readForm(post('{}'))).rejects.toMatchObject({ code: 'unsupported_media_type' });
  await expect(readForm(post('a='.padEnd(BODY_LIMIT + 1, 'x'), { 'content-type': type }))).rejects.toMatchObject({
    code: 'body_too_large',
  });
});
