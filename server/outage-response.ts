import type { ServerResponse } from 'node:http';
import { forgetOutage, hasOutage } from '#lib/http/answers/outage.ts';
import { outagePage } from './admission/overload-response.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * Turns the response to a request noted by `noteOutage` into 503 with Retry-After, because Next only knows 500 for a
 * failed page (R9). A failed page is replaced by a plain one; a page that reports the outage itself keeps its body. A
 * response that has already started is left unchanged.
 */
export function answerOutages(res: ServerResponse, requestId: string): void {
  const { writeHead, write, end } = res;
  let isReplaced = false;
  const isUnavailable = () => !res.headersSent && hasOutage(requestId);
  const replace = () => {
    if (isReplaced) return true;
    if (!isUnavailable() || res.statusCode < 500) return false;
    isReplaced = true;
    const { headers, body } = outagePage(requestId);
    // `link` preloads what Next's page needs, which the policy of the plain page refuses.
    for (const name of ['link', 'content-encoding', 'transfer-encoding', 'content-length', 'etag'])
      res.removeHeader(name);
    writeHead.call(res, 503, { ...headers, 'retry-after': RETRY_AFTER_SECONDS });
    end.call(res, body, 'utf8');
    return true;
  };
  res.once('close', () => forgetOutage(requestId));
  res.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    res.statusCode = status;
    if (replace()) return res;
    const isUnavailableNow = isUnavailable();
    if (isUnavailableNow) res.setHeader('retry-after', RETRY_AFTER_SECONDS);
    Reflect.apply(writeHead, res, [isUnavailableNow ? 503 : status, ...rest]);
    return res;
  };
  res.write = (...args: unknown[]): boolean => replace() || Boolean(Reflect.apply(write, res, args));
  res.end = (...args: unknown[]): ServerResponse => {
    if (!replace()) Reflect.apply(end, res, args);
    return res;
  };
}
