import { everybody, NO_ID, signedIn, type Row } from './access-outcomes.ts';
import { ADMIN_ACCESS } from './admin-access.ts';

/**
 * Every page and endpoint, with the outcome for each caller: a status, or the start of the path of a redirect (S44).
 * A page or route file without a row fails the test.
 */
export const ACCESS: Record<string, Row> = {
  'GET /': { expect: everybody(200) },
  'GET /pricing': { expect: everybody(200) },
  'GET /privacy': { expect: everybody(200) },
  'GET /terms': { expect: everybody(200) },
  'GET /cookies': { expect: everybody(200) },
  'GET /setup': { expect: everybody(200) },
  'GET /api/admin': { expect: everybody(200) },
  'GET /api': { expect: everybody(200) },
  'GET /api/reference/[area]': { path: '/api/reference/admin-keys', expect: everybody(200) },
  'GET /api/reference/[area]/[call]': {
    path: '/api/reference/usage/getUsagegraphByPeriod',
    expect: everybody(200),
  },
  'GET /login': { expect: everybody(200) },
  'GET /verify-email': { path: '/verify-email?email=a%40b.example&token=0123456789', expect: everybody(200) },
  'GET /reset-password': { expect: everybody(200) },
  'GET /change-email': { path: '/change-email?token=0123456789', expect: everybody(200) },
  'GET /change-email/undo': { path: '/change-email/undo?token=0123456789', expect: everybody(200) },
  'GET /dashboard': { expect: signedIn(200, '/login?return_url=%2Fdashboard') },
  'GET /account': { expect: signedIn(200, '/login?return_url=%2Faccount') },
  'GET /billing/return': {
    path: '/billing/return?session_id=cs_test_unknown',
    expect: signedIn(200, '/login?return_url='),
  },

  'POST /login/email': { body: 'json', expect: everybody(422) },
  'POST /login/form': { body: 'form', expect: everybody('/login?error=malformed') },
  'POST /signup/email': { body: 'json', expect: everybody(422) },
  'POST /signup/form': { body: 'form', expect: everybody('/login?tab=signup&error=malformed') },
  'POST /verify/email': { body: 'json', expect: everybody(422) },
  'POST /verify/form': { body: 'form', expect: everybody('/verify-email?error=malformed') },
  'POST /verify/resend': { body: 'json', expect: everybody(422) },
  'POST /forgot/email': { body: 'json', expect: everybody(422) },
  'POST /forgot/form': { body: 'form', expect: everybody('/login?forgot=failed&error=malformed') },
  'POST /reset/email': { body: 'json', expect: everybody(422) },
  'POST /reset/form': { body: 'form', expect: everybody('/reset-password?forgot=1&error=malformed') },
  'POST /login/totp': { body: 'json', expect: everybody(422) },
  'POST /login/totp/form': { body: 'form', expect: everybody('/login?step=code&error=malformed') },
  'POST /login/again': { body: 'json', expect: signedIn(422, 401) },
  'POST /change/password': { body: 'json', expect: signedIn(422, 401) },
  'POST /login/passkey/options': { body: 'json', expect: everybody(200) },
  'POST /login/passkey': { body: 'json', expect: everybody(422) },
  'POST /change/email': { body: 'json', expect: signedIn(422, 401) },
  'POST /change/email/confirm': { body: 'json', expect: everybody(422) },
  'POST /change/email/confirm/form': { body: 'form', expect: everybody('/change-email?error=malformed') },
  'POST /change/email/undo': { body: 'json', expect: everybody(422) },
  'POST /change/email/undo/form': { body: 'form', expect: everybody('/change-email/undo?error=malformed') },
  'GET /account/api/sessions': { expect: signedIn(200, 401) },
  'DELETE /account/api/sessions': { expect: signedIn(200, 401) },
  'DELETE /account/api/sessions/[id]': { path: '/account/api/sessions/1', expect: signedIn(404, 401) },
  'GET /account/api/logins': { expect: signedIn(200, 401) },
  'GET /account/api/email': { expect: signedIn(200, 401) },
  'DELETE /account/api/email': { expect: signedIn(404, 401) },
  'GET /account/api/export': { expect: signedIn(200, 401) },
  'DELETE /account/api': { body: 'json', expect: signedIn(422, 401) },
  'GET /userstatus': { expect: signedIn(200, 401) },
  // sent as a cross-site request, so that the caller stays logged in
  'GET /logout': { path: '/logout', expect: everybody('/') },
  'POST /logout': { path: '/logout', expect: everybody(403) },

  'GET /account/api/two-factor': { expect: signedIn(200, 401) },
  'POST /account/api/two-factor/start': { body: 'json', expect: signedIn(200, 401) },
  'POST /account/api/two-factor/enable': { body: 'json', expect: signedIn(422, 401) },
  'POST /account/api/two-factor/disable': { body: 'json', expect: signedIn(409, 401) },
  'POST /account/api/two-factor/recovery-codes': { body: 'json', expect: signedIn(409, 401) },
  'GET /account/api/passkeys': { expect: signedIn(200, 401) },
  'POST /account/api/passkeys': { body: 'json', expect: signedIn(422, 401) },
  'POST /account/api/passkeys/options': { body: 'json', expect: signedIn(200, 401) },
  'PATCH /account/api/passkeys/[id]': {
    path: `/account/api/passkeys/${NO_ID}`,
    body: 'json',
    expect: signedIn(422, 401),
  },
  'DELETE /account/api/passkeys/[id]': { path: `/account/api/passkeys/${NO_ID}`, expect: signedIn(404, 401) },

  'GET /account/api/billing': { expect: signedIn(200, 401) },
  'GET /account/api/billing/preview': {
    path: '/account/api/billing/preview?plan=scale&interval=year&quantity=1',
    expect: signedIn(409, 401),
  },

  'GET /buy': { path: '/buy?micro=1&small=1', expect: everybody(400) },
  'GET /billing': { expect: signedIn('/dashboard?notice=manual_billing', '/login?return_url=%2Fbilling') },
  'POST /api/webhooks/stripe': { body: 'json', expect: everybody(400) },
  'GET /api/storage/keys': { expect: { ...everybody(401), server: 200 } },
  'POST /api/storage/usage': { body: 'json', expect: { ...everybody(401), server: 422 } },
  'GET /api/repository/auth': { expect: everybody(401) },
  'GET /account/api/key': { expect: signedIn(404, 401) },
  'GET /account/api/setup/[platform]': { path: '/account/api/setup/mailcow', expect: signedIn(404, 401) },
  'POST /account/api/key/rotate': { body: 'json', expect: signedIn(422, 401) },

  'GET /usagegraph': { expect: signedIn(200, 401) },
  'GET /usagegraph/[period]': { path: '/usagegraph/24h', expect: signedIn(200, 401) },
  // exists in development only
  'GET /usagegraph/test/[period]': { path: '/usagegraph/test/24h', expect: signedIn(404, 401) },
  'GET /account/api/last-request': { expect: signedIn(200, 401) },
  'GET /account/api/standing': { expect: signedIn(200, 401) },
  'GET /account/api/usage-alerts': { expect: signedIn(200, 401) },
  'PUT /account/api/usage-alerts': { body: 'json', expect: signedIn(422, 401) },
  // these take a usage token instead of a cookie (e2e/account/usage-tokens.spec.ts)
  'GET /api/usage': { expect: everybody(401) },
  'GET /api/usage/metrics': { expect: everybody(401) },
  'GET /account/api/usage-tokens': { expect: signedIn(200, 401) },
  'POST /account/api/usage-tokens': { body: 'json', expect: signedIn(422, 401) },
  'DELETE /account/api/usage-tokens/[id]': {
    path: `/account/api/usage-tokens/${NO_ID}`,
    expect: signedIn(404, 401),
  },
  // parts of an account that the customer view does not show
  ...Object.fromEntries(
    ['billing', 'buy', 'oauth2', 'export', 'download', 'key', 'sessions'].map((part) => [
      `GET /admin/users/[id]/view/${part}`,
      { path: `/admin/users/${NO_ID}/view/${part}`, expect: everybody(404) },
    ]),
  ),

  'GET /robots.txt': { expect: everybody(200) },
  'GET /sitemap.xml': { expect: everybody(200) },
  'GET /manifest.webmanifest': { expect: everybody(200) },
  'GET /opengraph-image': { expect: everybody(200) },
  'GET /.well-known/security.txt': { expect: everybody(200) },
  'GET /api/openapi.json': { expect: everybody(200) },
  'GET /api/live': { expect: everybody(200) },

  'GET /healthz': { expect: everybody(200) },
  'GET /readyz': { expect: everybody(200) },
  'GET /.well-known/openid-configuration': { expect: everybody(200) },
  'GET /.well-known/oauth-authorization-server': { expect: everybody(200) },
  'GET /oauth2/jwks': { expect: everybody(200) },
  'POST /oauth2/token': { body: 'form', expect: { ...everybody(400), server: 401 } },
  'POST /oauth2/register': { body: 'json', expect: everybody(404) },
  'GET /oauth2/userinfo': { expect: { ...everybody(401), server: 400 } },
  'GET /oauth2/authorize': { expect: everybody('/oauth2/authorize?error=') },
  // an unknown interaction
  'POST /oauth2/authorize/[uid]': {
    path: '/oauth2/authorize/unknown',
    body: 'form',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/authorize/[uid]/login': {
    path: '/oauth2/authorize/unknown/login',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'POST /oauth2/authorize/[uid]/login': {
    path: '/oauth2/authorize/unknown/login',
    body: 'form',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/device': { expect: signedIn(200, '/login?return_url=%2Foauth2%2Fdevice') },
  'POST /oauth2/device': { body: 'form', expect: signedIn(400, '/login?return_url=%2Foauth2%2Fdevice') },
  'POST /oauth2/device_authorization': { body: 'form', expect: { ...everybody(400), server: 401 } },
  // an unknown interaction
  'POST /oauth2/device/[uid]': {
    path: '/oauth2/device/unknown',
    body: 'form',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/device/[uid]/login': {
    path: '/oauth2/device/unknown/login',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'POST /oauth2/device/[uid]/login': {
    path: '/oauth2/device/unknown/login',
    body: 'form',
    expect: everybody('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/clients/[id]': { path: '/oauth2/clients/unknown', expect: signedIn(404, 401) },
  'GET /account/api/connected-apps': { expect: signedIn(200, 401) },
  'DELETE /account/api/connected-apps/[id]': {
    path: '/account/api/connected-apps/unknown',
    expect: signedIn(404, 401),
  },
  ...ADMIN_ACCESS,
};
