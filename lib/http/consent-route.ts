import { callerOf } from '#lib/auth/caller.ts';
import type { Anonymous, Context, Member } from '#lib/context.ts';
import { paths } from '#lib/paths.ts';
import { toDomainError } from './error-response.ts';
import { seeOther } from './form-route.ts';
import { createContext } from './request-context.ts';

type Handle = (ctx: Context<Anonymous | Member>, uid: string, request: Request) => Promise<string>;
type RouteContext = { params: Promise<{ uid: string }> };

/**
 * What the page of an authorization request sends, which `uid` in the address names. The handler returns
 * where to go; every refusal ends at the error card (decisions §9).
 */
export const consentRoute =
  (handle: Handle) =>
  async (request: Request, { params }: RouteContext): Promise<Response> => {
    const anonymous = createContext(request, { kind: 'anonymous' });
    try {
      const ctx = { ...anonymous, actor: await callerOf(request) };
      return seeOther(await handle(ctx, (await params).uid, request));
    } catch (error) {
      toDomainError(error, anonymous.requestId); // which writes what is not a refusal into the log
      return seeOther(paths.authorizeError('failed'));
    }
  };
