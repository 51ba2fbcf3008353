import http from 'node:http';
import https from 'node:https';
import { Failure } from './failure.ts';

/** Time limit for a request, and for a program that we run. */
export const TIMEOUT_MS = 30_000;
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };
export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/**
 * Sends one request to a URL or to `unix:<socket>:<path>`. Redirects are not followed, because they would carry the
 * credentials along.
 */
export function exchange(target: string, options: RequestOptions & { signal: AbortSignal }): Promise<Answer> {
  const { method = 'GET', headers = {}, body, signal } = options;
  const [, socketPath, socketUrl] = /^unix:(.*):(\/.*)$/.exec(target) ?? [];
  const url = new URL(socketUrl ?? target, socketUrl ? 'http://localhost' : undefined);
  const { request } = url.protocol === 'https:' ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const settings = {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    };
    const call = request(url, socketPath ? { ...settings, socketPath } : settings, (response) =>
      readAnswer(response).then(resolve, reject),
    );
    call.on('error', reject);
    call.end(body);
  });
}

function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if ((bytes += chunk.length) > MAX_ANSWER_BYTES) response.destroy(new Failure('the answer is too large'));
    });
    response.on('end', () => {
      if (!response.complete) return reject(new Failure('the answer was cut off'));
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    response.on('error', reject);
  });
}

/** Retry-After in milliseconds, from seconds or a date, at most 10 minutes. */
export function retryAfter(headers: http.IncomingHttpHeaders): number {
  const value = headers['retry-after'];
  if (!value) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 10 * 60_000) : 0;
}
