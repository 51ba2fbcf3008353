import type { KoaContextWithOIDC } from 'oidc-provider';
import { signedOutHeaders } from '#lib/auth/sessions.ts';
import { paths } from '#lib/paths.ts';
import { logoutPage } from './logout-page.ts';

/**
 * An application asks to log somebody out (OpenID Connect RP-Initiated Logout 1.0). Who brings an ID token of the person
 * who is logged in knows them, and they are logged out; anybody else's link is asked about first (S79). `form` is the
 * provider's, with its secret.
 */
export async function askBeforeLogout(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities, provider } = ctx.oidc;
  if (entities.IdTokenHint?.payload.sub !== session?.accountId) return void (ctx.body = logoutPage(form));
  await session?.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/oauth2', signed: true });
  sayGone(ctx);
  finishLogout(ctx);
}

/** Whether a logout was asked for where nobody is logged in: there is nothing to ask. */
export const isLogoutOfNobody = (ctx: KoaContextWithOIDC): boolean =>
  ctx.oidc?.route === 'end_session' && ctx.status === 200 && !ctx.oidc.session?.accountId;

/** Sends the browser to the application's registered address, which has been compared exactly, or home. */
export function finishLogout(ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {};
  ctx.body = null;
  ctx.status = 303;
  if (typeof uri !== 'string') return ctx.redirect(paths.home);
  const target = new URL(uri);
  if (typeof state === 'string') target.searchParams.set('state', state);
  ctx.redirect(target.href);
}

/** Tells the browser that its session is over, when the person agreed. */
export function saySignedOut(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.params?.logout) sayGone(ctx);
}

function sayGone(ctx: KoaContextWithOIDC): void {
  const { 'set-cookie': cookie, ...headers } = signedOutHeaders();
  ctx.append('set-cookie', cookie);
  ctx.set(headers);
}
