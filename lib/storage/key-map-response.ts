import fresh from 'fresh';
import { MINUTE } from '#lib/base/time.ts';
import type { KeyMapValidators, PublishedKeyMap } from './publication.ts';

/** How long a storage may use the map without asking again. */
const FRESH_MS = MINUTE;

/**
 * The answer to a poll of the key map: 304 if the request has its ETag or, without an ETag, exactly its Last-Modified
 * date (RFC 9110 §13.2.2). HEAD gets only the headers. No shared cache may keep the answer.
 */
export async function keyMapResponse(request: Request, published: PublishedKeyMap, now: Date): Promise<Response> {
  if (isNotModified(request.headers, published))
    return new Response(null, { status: 304, headers: headersOf(published, now) });
  const map = await published.open();
  const headers = headersOf(map, now);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(Buffer.byteLength(map.body)));
  return new Response(request.method === 'HEAD' ? null : map.body, { headers });
}

const headersOf = ({ etag, lastModified }: KeyMapValidators, now: Date) =>
  new Headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    expires: new Date(now.getTime() + FRESH_MS).toUTCString(),
    'cache-control': 'private',
    vary: 'authorization',
  });

function isNotModified(headers: Headers, { etag, lastModified }: KeyMapValidators): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) return fresh({ 'if-none-match': tags }, { etag });
  const since = headers.get('if-modified-since');
  return since !== null && Date.parse(since) === lastModified.getTime();
}
