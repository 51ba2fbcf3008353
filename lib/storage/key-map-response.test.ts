import { expect, test } from 'vitest';
import { keyMapResponse } from './key-map-response.ts';

const now = new Date('2026-06-15T12:00:30.500Z');
const map = { body: '[{"pubkey":"ü"}]\n', etag: '"abc"', lastModified: new Date('2026-06-15T12:00:29Z') };
const published = { etag: map.etag, lastModified: map.lastModified, open: async () => map };
const answer = (headers: Record<string, string>, method = 'GET') =>
  keyMapResponse(new Request('http://localhost/api/storage/keys', { method, headers }), published, now);

test.each<[string, Record<string, string>, number]>([
  ['no validator', {}, 200],
  ['its ETag', { 'if-none-match': '"abc"' }, 304],
  ['its ETag, called weak', { 'if-none-match': 'W/"abc"' }, 304],
  ['its ETag among others', { 'if-none-match': '"x", "abc"' }, 304],
  ['any', { 'if-none-match': '*' }, 304],
  ['another ETag', { 'if-none-match': '"abcd"' }, 200],
  [
    'another ETag, whatever the date',
    { 'if-none-match': '"x"', 'if-modified-since': 'Mon, 15 Jun 2026 12:00:29 GMT' },
    200,
  ],
  [
    'its ETag, whatever the date',
    { 'if-none-match': '"abc"', 'if-modified-since': 'Mon, 15 Jun 2020 12:00:29 GMT' },
    304,
  ],
  ['its date', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:29 GMT' }, 304],
  ['an older date', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:28 GMT' }, 200],
  ['a date that is no longer true', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:30 GMT' }, 200],
  ['no date', { 'if-modified-since': 'yesterday' }, 200],
])('a poll with %s', async (_name, headers, status) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await answer(headers, method);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: '"abc"',
      'last-modified': 'Mon, 15 Jun 2026 12:00:29 GMT',
      expires: 'Mon, 15 Jun 2026 12:01:30 GMT',
      'cache-control': 'private',
    });
    expect(response.headers.get('content-length')).toBe(status === 200 ? '18' : null);
    expect(await response.text()).toBe(method === 'GET' && status === 200 ? map.body : '');
  }
});

test('a map that was published between question and answer goes out with its own validators', async () => {
  const newer = { body: '[]', etag: '"newer"', lastModified: new Date('2026-06-15T12:01:29Z') };
  const request = new Request('http://localhost/api/storage/keys', { headers: { 'if-none-match': '"old"' } });
  const response = await keyMapResponse(request, { ...published, open: async () => newer }, now);
  expect([response.headers.get('etag'), await response.text()]).toEqual(['"newer"', '[]']);
});
