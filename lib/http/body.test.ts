import { expect, test } from 'vitest';
import { BODY_LIMIT, readBody, readForm, readJson } from './body.ts';

const post = (body: BodyInit | null, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** A body that comes in pieces and counts how much was taken. */
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

test('64 kB are read, one byte more is refused (S56)', async () => {
  expect((await readBody(post('x'.repeat(BODY_LIMIT)))).length).toBe(65_536);
  await expect(readBody(post('x'.repeat(BODY_LIMIT + 1)))).rejects.toMatchObject({ code: 'body_too_large' });
  expect((await readBody(post('x'.repeat(BODY_LIMIT + 1)), BODY_LIMIT + 1)).length).toBe(65_537);
});

test('a stream without a length is cut off where the limit is, not read to its end (S56)', async () => {
  const { body, taken } = stream(1000, 16 * 1024);
  await expect(readBody(post(body))).rejects.toMatchObject({ code: 'body_too_large' });
  expect(taken.pieces).toBeLessThanOrEqual(6);
  const small = stream(4, 16 * 1024);
  expect((await readBody(post(small.body))).length).toBe(BODY_LIMIT);
});

test('a body whose sender goes away is malformed, not a fault of ours', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  });
  await expect(readBody(post(body))).rejects.toMatchObject({ code: 'malformed' });
});

test('a length that claims too much is refused unread, one that claims too little is not believed (S56)', async () => {
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
])('JSON may be called %j', async (type) => {
  expect(await readJson(post('{"a":"ü"}', { 'content-type': type }))).toEqual({ a: 'ü' });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/plain; application/json',
  '',
])('a body that is called %j is 415 (S31)', async (type) => {
  await expect(readJson(post('{"a":1}', { 'content-type': type }))).rejects.toMatchObject({
    code: 'unsupported_media_type',
  });
});

test('an empty body needs no content type (S31)', async () => {
  expect(await readJson(post(null, {}))).toBeUndefined();
  expect(await readJson(post('', { 'content-type': 'text/plain' }))).toBeUndefined();
});

test.each<[string, BodyInit]>([
  ['no JSON', '{'],
  ['two values', '{}{}'],
  ['text that is not UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
])('%s is malformed (S55)', async (_name, body) => {
  await expect(readJson(post(body))).rejects.toMatchObject({ code: 'malformed' });
});

test('a plain form is a flat record, its last value of a name wins, and nothing else passes for one', async () => {
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
