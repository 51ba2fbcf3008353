import { callerOf } from '#lib/auth/caller.ts';
import type { Anonymous, Context, Member } from '#lib/context.ts';
import { paths } from '#lib/paths.ts';
import { toDomainError } from './error-response.ts';
import { seeOther } from './form-route.ts';
import { createContext } from './request-context.ts';

type Handle = (ctx: Context<Anonymous | Member>, uid: string, request: Request) => Promise<string>;
type RouteContext = { params: Promise<{ uid: string }> };

/**
 * Route handler for requests of the consent page; `uid` in the path names the authorization request. The handler
 * returns the URL to redirect to; every refusal redirects to the error card.
 */
export const consentRoute =
  (handle: Handle) =>
  async (request: Request, { params }: RouteContext): Promise<Response> => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    try {
      const ctx = { ...anonymous, actor: await callerOf(request) };
      return seeOther(await handle(ctx, (await params).uid, request));
    } catch (error) {
      toDomainError(error, anonymous.requestId); // logs unexpected errors
      return seeOther(paths.authorizeError('failed'));
    }
  };
