import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyMapResponse } from './key-map-response.ts';

const now = new Date('2026-06-15T12:00:30.500Z');
const map = { body: '[{"pubkey":"ü"}]\n', etag: '"abc"', lastModified: new Date('2026-06-15T12:00:29Z') };
const published = { etag: map.etag, lastModified: map.lastModified, open: async () => map };
const answer = (headers: Record<string, string>, method = 'GET') =>
  keyMapResponse(new Request('http://localhost/api/storage/keys', { method, headers }), published, now);

test.each<[string, Record<string, string>, number]>([
  ['no validator', {}, 200],
  ['its ETag', { 'if-none-match': '"abc"' }, 304],
  ['its ETag, marked as weak', { 'if-none-match': 'W/"abc"' }, 304],
  ['its ETag among others', { 'if-none-match': '"x", "abc"' }, 304],
  ['any ETag', { 'if-none-match': '*' }, 304],
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
  ['a later date', { 'if-modified-since': 'Mon, 15 Jun 2026 12:00:30 GMT' }, 200],
  ['an invalid date', { 'if-modified-since': 'yesterday' }, 200],
])('answers a poll with %s', async (_name, headers, status) => {
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

test('sends a map that was published during the request with the validators of the new map', async () => {
  const newer = { body: '[]', etag: '"newer"', lastModified: new Date('2026-06-15T12:01:29Z') };
  const request = new Request('http://localhost/api/storage/keys', { headers: { 'if-none-match': '"old"' } });
  const response = await keyMapResponse(request, { ...published, open: async () => newer }, now);
  expect([response.headers.get('etag'), await response.text()]).toEqual(['"newer"', '[]']);
});

/** The requests of Rspamd 4.1.6 while it read a key map over HTTP, and the headers of the answer that it accepted. */
describe('recorded exchanges with a real Rspamd', () => {
  const sample = (name: string) => readFileSync(path.join(import.meta.dirname, '../../agent/samples', name), 'utf8');
  const exchanges = sample('http-map-requests.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange);
  const [, ...lines] = sample('http-map-response-headers.txt').trim().split('\r\n');
  const recorded = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
  const publishedThen = {
    body: sample('keymap.json'),
    etag: recorded.get('etag') ?? '',
    lastModified: new Date(recorded.get('last-modified') ?? ''),
  };
  const then = new Date(recorded.get('date') ?? '');
  const replay = ({ m: method, url, all }: Exchange) =>
    keyMapResponse(
      new Request(`http://${all.host}${url}`, { method, headers: all }),
      { ...publishedThen, open: async () => publishedThen },
      then,
    );

  test.each(exchanges.map((exchange) => [exchange.m, exchange.code, exchange] as const))(
    'answers %s with %i',
    async (_method, code, exchange) => expect((await replay(exchange)).status).toBe(code),
  );

  test('sends the headers of the recorded response, but with a later expiry', async () => {
    const [, get] = exchanges;
    const { headers } = await replay(get as Exchange);
    for (const name of ['content-type', 'cache-control', 'etag', 'last-modified'])
      expect(headers.get(name), name).toBe(recorded.get(name));
    expect(headers.get('expires')).toBe('Fri, 20 Nov 2026 17:05:37 GMT');
  });
});

type Exchange = { m: string; url: string; code: number; all: { host: string } & Record<string, string> };
