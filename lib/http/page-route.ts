import type { z } from 'zod';
import { html } from '#emails/html.ts';
import { currentActor } from '#lib/auth/next.ts';
import type { Context } from '#lib/context.ts';
import { STATUS_BY_CODE } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { site } from '#lib/site.ts';
import { toDomainError } from './error-response.ts';
import { parse } from './parse.ts';
import { createContext } from './request-context.ts';

type Spec<Q> = { query?: z.ZodType<Q> };
type Call<Q> = { ctx: Context; query: Q; request: Request };

/** A link a person follows that ends in a redirect (`/buy`, `/billing`). The query is judged first; a refusal is a small page that says why. */
export function pageRoute<Q = undefined>(
  spec: Spec<Q>,
  handle: (call: Call<Q>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    try {
      const query = parse(spec.query, Object.fromEntries(new URL(request.url).searchParams), 'malformed');
      return await handle({ ctx: { ...anonymous, actor: await currentActor() }, query, request });
    } catch (error) {
      return refusalPage(error, anonymous.requestId);
    }
  };
}

function refusalPage(error: unknown, requestId: string): Response {
  const refusal = toDomainError(error, requestId);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${site.name}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 60ch;
            margin: 15vh auto;
            padding: 0 24px;
          }
          small {
            opacity: 0.7;
          }
        </style>
      </head>
      <body>
        <h1>This did not work</h1>
        <p>${refusal.message}</p>
        <p>
          <a href="${paths.pricing}">Back to the plans</a> ·
          <a href="mailto:${site.supportMail}">${site.supportMail}</a>
        </p>
        <small>Request ${requestId}</small>
      </body>
    </html>`;
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  if (refusal.retryAfterSeconds) headers.set('retry-after', String(refusal.retryAfterSeconds));
  return new Response(page.markup, { status: STATUS_BY_CODE[refusal.code], headers });
}
