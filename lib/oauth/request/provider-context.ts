import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Actor, Context } from '#lib/base/context.ts';
import { createContext } from '#lib/routes/request-context.ts';

/** The context for our own queries and service functions in a request that the provider answers. */
export function contextOf<A extends Actor>(ctx: KoaContextWithOIDC, actor: A): Context<A> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.req.headers)) if (typeof value === 'string') headers.set(name, value);
  return createContext({ headers }, actor);
}
