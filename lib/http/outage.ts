import type { ServerResponse } from 'node:http';
import { awayPage } from './busy-answer.ts';

const RETRY_AFTER_SECONDS = '5';
/** Next's bundle, which notes them, and server.ts, which answers, share them through globalThis. */
const globals = globalThis as { outages?: Set<string> };

/** Says that the page of this request could not be made because the database is away. */
export const noteOutage = (requestId: string): void => void (globals.outages ??= new Set()).add(requestId);

/**
 * Makes 503 with Retry-After of what Next answers to a request that `noteOutage` was told of: Next itself knows no status
 * but 500 for a page that failed (R9). A page that failed is replaced by a plain one, one that tells of it itself stays. What
 * was begun to be sent stays as it is.
 */
export function answerOutages(res: ServerResponse, requestId: string): void {
  const { writeHead, write, end } = res;
  let isReplaced = false;
  const isAway = () => !res.headersSent && globals.outages?.has(requestId) === true;
  const replace = () => {
    if (isReplaced) return true;
    if (!isAway() || res.statusCode < 500) return false;
    isReplaced = true;
    const { headers, body } = awayPage(requestId);
    for (const name of ['content-encoding', 'transfer-encoding', 'content-length', 'etag']) res.removeHeader(name);
    writeHead.call(res, 503, { ...headers, 'retry-after': RETRY_AFTER_SECONDS });
    end.call(res, body, 'utf8');
    return true;
  };
  res.once('close', () => globals.outages?.delete(requestId));
  res.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    res.statusCode = status;
    if (replace()) return res;
    const isTold = isAway();
    if (isTold) res.setHeader('retry-after', RETRY_AFTER_SECONDS);
    Reflect.apply(writeHead, res, [isTold ? 503 : status, ...rest]);
    return res;
  };
  res.write = (...args: unknown[]): boolean => replace() || Boolean(Reflect.apply(write, res, args));
  res.end = (...args: unknown[]): ServerResponse => {
    if (!replace()) Reflect.apply(end, res, args);
    return res;
  };
}
