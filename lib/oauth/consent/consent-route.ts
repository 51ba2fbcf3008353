import { callerOf } from '#lib/auth/session/caller.ts';
import type { Anonymous, Context, Member } from '#lib/base/context.ts';
import { toDomainError } from '#lib/http/answers/error-response.ts';
import { readForm } from '#lib/http/body.ts';
import { parse, type Parsed, type Schema } from '#lib/http/parse.ts';
import { cardOfRefusal, errorCard } from '#lib/oauth/error-card.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { createContext } from '#lib/routes/request-context.ts';

type Params = { uid: string };
type Spec<B extends Schema> = { body?: B };
type Call<B extends Schema> = {
  ctx: Context<Anonymous | Member>;
  params: Params;
  body: Parsed<B>;
  request: Request;
};

/**
 * Route handler for requests of the consent page; `uid` in the path names the authorization request. The handler
 * returns the URL to redirect to; every refusal redirects to the error card.
 */
export function consentRoute<B extends Schema = undefined>(
  { body }: Spec<B>,
  handle: (call: Call<B>) => Promise<string>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, { params }) => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    try {
      const ctx = { ...anonymous, actor: await callerOf(request) };
      const form = body && (await readForm(request));
      const location = await handle({
        ctx,
        request,
        params: await params,
        body: parse(body as B, form, 'malformed'),
      });
      return seeOther(location);
    } catch (error) {
      toDomainError(error, anonymous.requestId); // logs unexpected errors
      return seeOther(errorCard(cardOfRefusal(error)));
    }
  };
}
