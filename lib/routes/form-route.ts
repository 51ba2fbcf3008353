import { callerOf } from '#lib/auth/session/caller.ts';
import { renameOldCookies } from '#lib/auth/session/cookies.ts';
import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { LONGEST_LINK, withQuery } from '#lib/base/paths.ts';
import { toDomainError } from '#lib/http/answers/error-response.ts';
import { readForm } from '#lib/http/body.ts';
import { assertOwnForm } from '#lib/http/origin.ts';
import { parse, type Parsed, type Schema } from '#lib/http/parse.ts';
import { consumeLimit, type LimitName } from '#lib/http/rate-limit.ts';
import { refusalFor } from './refusal-for.ts';
import { refusalPage } from './page-route.ts';
import { createContext } from './request-context.ts';

type Fields = Record<string, string>;
type Spec<B extends Schema> = {
  /** the limit that every request counts against, by IP address */
  limit?: LimitName;
  body: B;
  /** where a refusal redirects to, given the submitted fields */
  failurePage: (fields: Fields) => string;
};
type Call<B extends Schema> = { ctx: Context; body: Parsed<B>; fields: Fields };

/** Leaves room for the error: beyond this, the submitted fields are left out (S55). */
const LONGEST_ADDRESS = LONGEST_LINK - 100;

/**
 * A plain form for browsers without JavaScript: urlencoded, same-origin, answered with 303. The handler returns where
 * to redirect; a refusal redirects to `failurePage` with `?error=<code>`, a URL that must never hold a
 * password.
 */
export function formRoute<B extends Schema>(
  { limit, body, failurePage }: Spec<B>,
  handle: (call: Call<B>) => Promise<{ location: string; cookies?: string[] }>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    let fields: Fields = {};
    try {
      const ctx = { ...anonymous, actor: await callerOf(request) };
      const refusal = refusalFor(ctx.actor, request);
      if (refusal) return refusalPage(new DomainError('forbidden', refusal), anonymous.requestId);
      assertOwnForm(request.headers);
      if (limit) await consumeLimit(limit, ctx.ip ?? '');
      fields = await readForm(request);
      const { location, cookies } = await handle({ ctx, body: parse(body, fields, 'malformed'), fields });
      const response = seeOther(location, cookies);
      renameOldCookies(request, response, ctx.actor.kind === 'user');
      return response;
    } catch (error) {
      const { code } = toDomainError(error, anonymous.requestId);
      const page = failurePage(fields);
      return seeOther(withQuery(page.length > LONGEST_ADDRESS ? failurePage({}) : page, { error: code }));
    }
  };
}

/** 303 See Other, never cached. */
export function seeOther(location: string, cookies: string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
