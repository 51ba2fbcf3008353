import { gzipSync } from 'node:zlib';
import { site } from '#lib/base/settings/site.ts';
import type { JsonSchema } from '#lib/openapi/document-types.ts';
import type { Random } from '#lib/testing/random.ts';
import { SESSION_COOKIE } from '../../support/http-client.ts';
import type { Sent } from './exchange.ts';
import type { valuesOf } from './from-schema.ts';
import { hostileText, hostileValue } from './hostile.ts';
import type { Operation } from './operations.ts';

type Values = ReturnType<typeof valuesOf>;
type How = 'fitting' | 'nearly' | 'hostile';

/** A random request for an operation: fitting, with one part wrong, or hostile throughout. */
export function requestOf(random: Random, values: Values, operation: Operation, origin: string): Sent {
  const how = random.pick<How>(['fitting', 'fitting', 'nearly', 'nearly', 'nearly', 'hostile']);
  const path = pathOf(random, values, operation, how) + queryOf(random, values, operation, how);
  const body = operation.body && bodyOf(random, values, operation.body, how);
  const headers: Record<string, string | string[]> = {
    ...(body && {
      'content-length': String(body.bytes.length),
      ...(body.type !== null && { 'content-type': body.type }),
    }),
    ...(random.chance(0.3) && { origin }),
    ...(random.chance(0.1) && oddHeader(random)),
  };
  const method = random.chance(0.02) ? random.pick(ODD_METHODS) : operation.method;
  return { method, path, headers, body: body?.bytes };
}

const ODD_METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH', 'POST', 'GET'];

function pathOf(random: Random, { fitting }: Values, { path, params }: Operation, how: How): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const isFitting = how === 'fitting' || random.chance(0.5);
    if (isFitting) return encoded(String(fitting(params[name] ?? ANY_NAME, name)));
    return random.chance(0.5) ? encoded(hostileText(random)) : random.pick(ODD_SEGMENTS);
  });
}

const ANY_NAME = { type: 'string', minLength: 1 };
const ODD_SEGMENTS = ['%', '%00', '%ff%fe', '%2e%2e', '..%2f..%2f', '%252e', ';a=b', '%c0%af', '*', '~', '%E0%A4%A'];

function queryOf(random: Random, { fitting }: Values, { query }: Operation, how: How): string {
  const pairs = Object.entries(query)
    .filter(() => random.chance(0.5))
    .map(([name, schema]) => {
      const value = how === 'fitting' || random.chance(0.5) ? fitting(schema, name) : hostileValue(random);
      return `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`;
    });
  if (how !== 'fitting' && random.chance(0.3)) pairs.push(random.pick(ODD_PAIRS));
  if (how === 'hostile' && pairs[0]) pairs.push(pairs[0]);
  return pairs.length ? `?${pairs.join('&')}` : '';
}

const ODD_PAIRS = [
  ...[
    '%',
    '%ff',
    '%00=%00',
    '=',
    '&&&',
    'limit=-1',
    'limit=1e9',
    'limit=9007199254740993',
    'cursor=AAAA',
    'cursor=%00',
  ],
  ...['__proto__=1', 'constructor[prototype]=1', 'a[]=1&a[]=2', 'sort=__proto__', 'search=%25%5C', 'search=%00'],
  ...['email=', 'return_url=//evil.example', 'return_url=%0d%0a', 'error=__proto__', 'step=constructor', '_rsc=1'],
  `search=${'x'.repeat(6000)}`,
];

function bodyOf(random: Random, values: Values, body: { type: string; schema: JsonSchema }, how: How) {
  const value =
    how === 'fitting'
      ? values.fitting(body.schema)
      : how === 'nearly'
        ? values.nearly(body.schema)
        : hostileValue(random);
  const isForm = body.type.includes('urlencoded');
  const text = isForm ? formOf(value) : (JSON.stringify(value) ?? '');
  if (how !== 'hostile' || random.chance(0.4)) return { bytes: Buffer.from(text), type: body.type };
  return { bytes: random.pick(BYTES)(text), type: random.pick(TYPES) ?? body.type };
}

function formOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${encoded(name)}=${encoded(typeof part === 'string' ? part : JSON.stringify(part))}`)
    .join('&');
}

/** Ways to damage or replace a body. */
const BYTES: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text.slice(0, -1)),
  (text) => Buffer.from(`${text},`),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  (text) => Buffer.from(text.replace(/^\{("[^"]*":)/, '{$1null,$1')),
  (text) => Buffer.from(text.replaceAll('"', "'")),
  (text) => Buffer.from('['.repeat(60_000) + text.slice(0, 10)),
  (text) => gzipSync(text),
  () => Buffer.alloc(0),
  () => Buffer.from('NaN'),
  () => Buffer.from('{"__proto__":{"is_admin":true},"constructor":{"prototype":{}}}'),
  () => Buffer.from(`{"a":1e${'9'.repeat(300)}}`),
  () => Buffer.from(`"${'\\u0000'.repeat(9000)}"`),
];

const TYPES = [
  ...['application/json', 'application/json', 'application/json; charset=utf-16', 'text/plain', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'application/json, text/html', ';', 'a'.repeat(500), null],
];

function oddHeader(random: Random): Record<string, string | string[]> {
  return random.pick<Record<string, string | string[]>>([
    { origin: random.pick(['null', 'https://evil.example', 'file://', 'http://[', 'x'.repeat(2000)]) },
    { 'sec-fetch-site': random.pick(['cross-site', 'none', 'same-site', 'constructor']) },
    { 'user-agent': random.pick(['', 'Mozilla/5.0 \u00ff\u0080', '"><script>', 'x'.repeat(4000)]) },
    { 'x-forwarded-for': random.pick(['::1', '1.2.3.4, not an address', ','.repeat(900)]) },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
    { host: random.pick(['evil.example', '127.0.0.1', '[::1', 'a@b', 'localhost:99999']) },
    { 'next-action': random.pick(['x', '__proto__', '0'.repeat(40)]) },
    { rsc: '1', 'next-router-state-tree': random.pick(['%5B%22%22%5D', '{', '%']) },
    { 'next-router-prefetch': '1', rsc: '1', 'next-url': '//evil.example' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware' },
    { accept: random.pick(['text/html', 'text/x-component', '*/*;q=x', 'a'.repeat(3000)]) },
    { 'accept-encoding': random.pick(['gzip;q=2', 'identity;q=0', '*']) },
    { 'if-none-match': random.pick(['*', '"', 'W/"x"']), 'if-modified-since': 'never' },
    { range: random.pick(['bytes=-1', 'bytes=0-0,1-1', 'x']) },
    { prefer: random.pick(['handling=lenient', 'x'.repeat(500)]) },
    { authorization: random.pick(['Basic', 'Basic !', 'Basic Og==', 'Bearer', 'Bearer \u00ff', 'x'.repeat(5000)]) },
    { 'stripe-signature': random.pick(['t=1,v1=00', 't=x', ',,,', 'v1='.repeat(500)]) },
    { cookie: random.pick(ODD_COOKIES) },
  ]);
}

/** Sent instead of the caller's own cookies (S28). */
const ODD_COOKIES = [
  `${SESSION_COOKIE}=`,
  `${SESSION_COOKIE}=a; ${SESSION_COOKIE}=b`,
  `${SESSION_COOKIE}=%00%ff`,
  `${SESSION_COOKIE}="`,
  `${SESSION_COOKIE}=${'A'.repeat(8000)}`,
  `${SESSION_COOKIE}=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
  '=; ==; ;;;',
  `__proto__=1; ${site.slug}_theme=__proto__; ${site.slug}_device=%`,
  `${site.slug}_theme=dark"><script>; ${site.slug}_login_challenge=%E0%A4%A`,
  `${site.slug}_op_session=x; ${site.slug}_op_session.sig=x; ${site.slug}_op_interaction=${'\u00ff'.repeat(50)}`,
  'next-auth.session-token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
];

/** Encodes a text for a query or form. Lone surrogates cannot be encoded and become U+FFFD. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
