import type { KoaContextWithOIDC } from 'oidc-provider';
import { signedOutHeaders } from '#lib/auth/session/sessions.ts';
import { paths } from '#lib/base/paths.ts';
import { site } from '#lib/base/settings/site.ts';
import { html, Html } from '#lib/base/text/html.ts';
import { htmlPage } from '#lib/http/answers/html-page.ts';
import { redirectTo, withParams } from './response-modes.ts';

/**
 * Answers a client's logout request (OpenID Connect RP-Initiated Logout 1.0). Logs out immediately if the request has
 * an ID token of the logged-in user, and otherwise asks first (S79). `form` comes from the provider and contains its
 * secret.
 */
export async function askBeforeLogout(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities, provider } = ctx.oidc;
  if (entities.IdTokenHint?.payload.sub !== session?.accountId) return void (ctx.body = logoutPage(form));
  await session?.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/oauth2', signed: true });
  sayGone(ctx);
  finishLogout(ctx);
}

/** Whether a logout was requested without a logged-in user, so that there is nothing to ask. */
export const isLogoutWithoutUser = (ctx: KoaContextWithOIDC): boolean =>
  ctx.oidc?.route === 'end_session' && ctx.status === 200 && !ctx.oidc.session?.accountId;

/** Redirects to the client's registered URI, which was compared exactly, or to the home page. */
export function finishLogout(ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {};
  if (typeof uri !== 'string') return redirectTo(ctx, paths.home);
  redirectTo(ctx, withParams(uri, typeof state === 'string' ? { state } : {}));
}

/**
 * Gives the client's URI its registered form back, after the user has answered: the provider has parsed it and written
 * it anew, and has forgotten the original by now.
 */
export function keepRegisteredUri(ctx: KoaContextWithOIDC): void {
  const target = ctx.response.get('Location');
  for (const uri of ctx.oidc.entities.Client?.postLogoutRedirectUris ?? []) {
    const rebuilt = new URL(uri);
    const state = URL.parse(target)?.searchParams.get('state') ?? null;
    if (rebuilt.href === target) return redirectTo(ctx, uri);
    if (state === null) continue;
    rebuilt.searchParams.set('state', state);
    if (rebuilt.href === target) return redirectTo(ctx, withParams(uri, { state }));
  }
}

/** If the user agreed to log out, tells the browser that its session has ended. */
export function showSignedOut(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.params?.logout) sayGone(ctx);
}

function sayGone(ctx: KoaContextWithOIDC): void {
  const { 'set-cookie': cookie, ...headers } = signedOutHeaders();
  ctx.append('set-cookie', cookie);
  ctx.set(headers);
}

/**
 * A page that asks the user before another site's link logs them out (OpenID RP-Initiated Logout §6). `form` comes from
 * the provider.
 */
const logoutPage = (form: string): string =>
  htmlPage({
    title: `Log out of ${site.name}?`,
    content: html`<p>Another site asks to log you out. Applications that you let in keep their access.</p>
      ${new Html(form)}
      <p>
        <button class="action" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
        <button class="action quiet" type="submit" form="op.logoutForm">Stay logged in</button>
      </p>`,
  });
