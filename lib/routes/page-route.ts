import { callerOf } from '#lib/auth/session/caller.ts';
import type { Context } from '#lib/base/context.ts';
import { DomainError, STATUS_BY_CODE } from '#lib/base/errors.ts';
import { errorPage } from '#lib/http/answers/error-page.ts';
import { toDomainError } from '#lib/http/answers/error-response.ts';
import { parse, type Parsed, type Schema } from '#lib/http/parse.ts';
import { refusalFor } from './refusal-for.ts';
import { createContext } from './request-context.ts';

type Spec<Q extends Schema> = { query?: Q };
type Call<Q extends Schema> = { ctx: Context; query: Parsed<Q>; request: Request };

/**
 * A link that ends in a redirect (`/buy`, `/billing`). The member's role is checked first, then the query; a refusal is a
 * page that says why.
 */
export function pageRoute<Q extends Schema = undefined>(
  spec: Spec<Q>,
  handle: (call: Call<Q>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    try {
      const actor = await callerOf(request);
      const refusal = refusalFor(actor, request);
      if (refusal) throw new DomainError('forbidden', refusal);
      const query = parse(spec.query as Q, singleParams(new URL(request.url).searchParams), 'malformed');
      return await handle({ ctx: { ...anonymous, actor }, query, request });
    } catch (error) {
      return refusalPage(error, anonymous.requestId);
    }
  };
}

/** The query as a record. Throws `malformed` for a repeated parameter, because its value is ambiguous. */
function singleParams(params: URLSearchParams): Record<string, string> {
  const given = [...params];
  if (new Set(params.keys()).size < given.length) throw new DomainError('malformed', 'This link repeats a parameter.');
  return Object.fromEntries(given);
}

/** The page that says why a request was refused. */
export function refusalPage(error: unknown, requestId: string): Response {
  const refusal = toDomainError(error, requestId);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  if (refusal.retryAfterSeconds) headers.set('retry-after', String(refusal.retryAfterSeconds));
  return new Response(errorPage(refusal.message, requestId), { status: STATUS_BY_CODE[refusal.code], headers });
}
