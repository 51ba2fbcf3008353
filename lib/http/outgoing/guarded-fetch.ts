import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { env } from '#lib/base/settings/env.ts';
import { SECOND } from '#lib/base/time.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** How long the whole request may take, including name resolution. */
const MAX_MS = 5 * SECOND;
/** The largest response body, in bytes. */
const MAX_BYTES = 64 * 1024;
const MAX_URL = 2000;

/** Thrown for a URL that the server does not fetch, and for a response beyond the limits. */
export class RefusedFetch extends Error {}

/** What a test may replace: the name's resolution, the limits, and whether loopback is allowed. */
type Guards = {
  resolve: (host: string) => Promise<string[]>;
  allowsLoopback: () => boolean;
  maxMs: number;
};

/** The parts of a request that are sent. */
type Sent = {
  method?: string | undefined;
  headers?: HeadersInit | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
};

/**
 * Fetches a URL that a user gave (S62): https only, from a public address. The name is resolved once, all its addresses
 * must be public, and the connection goes to the first of them. Redirects are returned, not followed. Loopback
 * addresses, even over http, are allowed in local mode only. Throws `RefusedFetch`, or the error of the connection.
 */
export const guardedFetch = (url: string | URL, sent: Sent = {}): Promise<Response> => fetchWith({}, url, sent);

/** `guardedFetch` with other guards, for tests. */
export const createGuardedFetch =
  (guards: Partial<Guards>) =>
  (url: string | URL, sent: Sent = {}): Promise<Response> =>
    fetchWith(guards, url, sent);

async function fetchWith(guards: Partial<Guards>, given: string | URL, sent: Sent): Promise<Response> {
  const { resolve = resolveAll, allowsLoopback = isLocal, maxMs = MAX_MS } = guards;
  const url = parse(String(given));
  const signal = AbortSignal.any([AbortSignal.timeout(maxMs), ...(sent.signal ? [sent.signal] : [])]);
  const address = await beforeEnd(signal, chooseAddress(url, resolve, allowsLoopback()));
  return send(url, address, sent, signal);
}

function parse(text: string): URL {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw new RefusedFetch('the URL must begin with https://');
  if (url.username || url.password) throw new RefusedFetch('the URL must not contain a user name or password');
  return url;
}

async function chooseAddress(url: URL, resolve: Guards['resolve'], allowsLoopback: boolean): Promise<string> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new RefusedFetch('the name has no address');
  const isLoopback = allowsLoopback && addresses.every(isLoopbackAddress);
  if (url.protocol === 'http:' && !isLoopback) throw new RefusedFetch('the URL must begin with https://');
  if (!isLoopback && !addresses.every(isPublicAddress)) throw new RefusedFetch('the address is not public');
  return first;
}

/** The host name or IP address in a URL, without the brackets around IPv6 and without the dot of the root zone. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Whether a URL's host can never be reached: an address that is not public, or, except in local mode, localhost. */
export function isRefusedHost(url: URL): boolean {
  const host = hostOf(url);
  const isLocalhost = /(^|\.)localhost$/.test(host);
  if (isLocal() && (isLocalhost || isLoopbackAddress(host))) return false;
  return isLocalhost || (isIP(host) !== 0 && !isPublicAddress(host));
}

const resolveAll = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);

const isLocal = () => env().APP_MODE === 'local';

/** Rejects when the signal aborts, because a resolution cannot be aborted. */
const beforeEnd = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new RefusedFetch('the answer took too long')), { once: true });
    }),
  ]);

/** Connects to the address, and names the host in TLS and in the request. */
function send(
  url: URL,
  address: string,
  { method = 'GET', headers, body }: Sent,
  signal: AbortSignal,
): Promise<Response> {
  const given = Object.fromEntries(new Headers(headers));
  const content = bytesOf(body);
  const host = hostOf(url);
  const options = {
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method,
    headers: { ...given, host: url.host, ...(content && { 'content-length': content.length }) },
    agent: false,
    signal,
  };
  const secure = { ...options, ...(!isIP(host) && { servername: host }) };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.request(secure) : http.request(options);
    const fail = (error: Error) => reject(signal.aborted ? new RefusedFetch('the answer took too long') : error);
    request.on('error', fail);
    request.on('response', (answer) => {
      answer.on('error', fail);
      readBody(answer).then((bytes) => resolve(toResponse(answer, bytes)), fail);
    });
    request.end(content);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  throw new TypeError('only texts and forms can be sent');
}

async function readBody(answer: http.IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_BYTES) throw new RefusedFetch('the answer is too long'); // leaving the loop closes the connection
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const WITHOUT_BODY = [204, 205, 304];

function toResponse({ statusCode = 500, headers }: http.IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') kept.set(name, value);
  return new Response(WITHOUT_BODY.includes(statusCode) ? null : bytes, { status: statusCode, headers: kept });
}
