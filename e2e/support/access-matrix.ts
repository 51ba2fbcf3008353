import { OWN_ENDPOINTS } from '#lib/testing/actions/own-actions.ts';
import { anyone, NO_ID, signedIn, type Row } from './access-outcomes.ts';
import { ADMIN_ACCESS } from './admin-access.ts';

/**
 * Every page and endpoint, with the outcome for each caller: a status, or the start of the path of a redirect (S44).
 * A page or route file without a row fails the test.
 */
export const ACCESS: Record<string, Row> = {
  ...ofOwnEndpoints(),
  'GET /': { expect: anyone(200) },
  'GET /pricing': { expect: anyone(200) },
  'GET /privacy': { expect: anyone(200) },
  'GET /terms': { expect: anyone(200) },
  'GET /cookies': { expect: anyone(200) },
  'GET /legal': { expect: anyone(200) },
  'GET /dpa': { expect: anyone(200) },
  'GET /subprocessors': { expect: anyone(200) },
  'GET /security': { expect: anyone(200) },
  'GET /accessibility': { expect: anyone(200) },
  'GET /false-positives': { expect: anyone(200) },
  // Without the setting SLA there is no such page.
  'GET /sla': { expect: anyone(404) },
  'GET /setup': { expect: anyone(200) },
  'GET /start': { expect: anyone(200) },
  'GET /api/admin': { expect: anyone(200) },
  'GET /api': { expect: anyone(200) },
  'GET /api/reference/[area]': { path: '/api/reference/admin-keys', expect: anyone(200) },
  'GET /api/reference/[area]/[call]': {
    path: '/api/reference/usage/getUsagegraphByPeriod',
    expect: anyone(200),
  },
  'GET /login': { expect: anyone(200) },
  'GET /verify-email': { path: '/verify-email?email=a%40b.example&token=0123456789', expect: anyone(200) },
  'GET /reset-password': { expect: anyone(200) },
  'GET /change-email': { path: '/change-email?token=0123456789', expect: anyone(200) },
  'GET /change-email/undo': { path: '/change-email/undo?token=0123456789', expect: anyone(200) },
  'GET /dashboard': { expect: signedIn(200, '/login?return_url=%2Fdashboard') },
  'GET /account': { expect: signedIn(200, '/login?return_url=%2Faccount') },
  'GET /usage': { expect: signedIn(200, '/login?return_url=%2Fusage') },
  'GET /join': { path: '/join?token=0123456789', expect: signedIn(200, '/login?return_url=') },
  'GET /reports': { expect: signedIn(200, '/login?return_url=%2Freports') },
  'GET /plan': { expect: signedIn(200, '/login?return_url=%2Fplan') },
  'GET /billing/return': {
    path: '/billing/return?session_id=cs_test_unknown',
    expect: signedIn(200, '/login?return_url='),
  },

  'POST /login/email': { body: 'json', expect: anyone(422) },
  'POST /login/form': { body: 'form', expect: anyone('/login?error=malformed') },
  'POST /signup/email': { body: 'json', expect: anyone(422) },
  'POST /signup/form': { body: 'form', expect: anyone('/login?tab=signup&error=malformed') },
  'POST /verify/email': { body: 'json', expect: anyone(422) },
  'POST /verify/form': { body: 'form', expect: anyone('/verify-email?error=malformed') },
  'POST /verify/resend': { body: 'json', expect: anyone(422) },
  'POST /forgot/email': { body: 'json', expect: anyone(422) },
  'POST /forgot/form': { body: 'form', expect: anyone('/login?forgot=failed&error=malformed') },
  'POST /reset/email': { body: 'json', expect: anyone(422) },
  'POST /reset/form': { body: 'form', expect: anyone('/reset-password?forgot=1&error=malformed') },
  'POST /login/totp': { body: 'json', expect: anyone(422) },
  'POST /login/totp/form': { body: 'form', expect: anyone('/login?step=code&error=malformed') },
  'POST /login/passkey/options': { body: 'json', expect: anyone(200) },
  'POST /login/passkey': { body: 'json', expect: anyone(422) },
  'POST /change/email/confirm': { body: 'json', expect: signedIn(422, 401) },
  'POST /change/email/confirm/form': { body: 'form', expect: anyone('/change-email?error=malformed') },
  'POST /change/email/undo': { body: 'json', expect: anyone(422) },
  'POST /change/email/undo/form': { body: 'form', expect: anyone('/change-email/undo?error=malformed') },
  'GET /userstatus': { expect: signedIn(200, 401) },
  // sent as a cross-site request, so that the caller stays logged in
  'GET /logout': { path: '/logout', expect: anyone('/') },
  'POST /logout': { path: '/logout', expect: anyone(403) },

  'POST /account/api/passkeys': { body: 'json', expect: signedIn(422, 401) },

  'GET /buy': { path: '/buy?micro=1&small=1', expect: anyone(400) },
  'GET /buy/choose': { path: '/buy/choose?small=1', expect: signedIn('/buy?small=1', '/login?return_url=') },
  'POST /dpa/form': { body: 'form', expect: anyone('/dpa?error=malformed') },
  'GET /buy/details': { path: '/buy/details?small=1', expect: signedIn(200, '/login?return_url=') },
  'POST /buy/details/form': { body: 'form', expect: anyone('/pricing?error=malformed') },
  'POST /buy/form': { body: 'form', expect: anyone('/pricing?error=malformed') },
  'GET /billing/back': { expect: signedIn('/dashboard', '/login?return_url=%2Fbilling%2Fback') },
  'GET /billing': { expect: signedIn('/dashboard?notice=manual_billing', '/login?return_url=%2Fbilling') },
  'POST /api/webhooks/stripe': { body: 'json', expect: anyone(400) },
  'GET /api/storage/keys': { expect: { ...anyone(401), server: 200 } },
  'GET /api/storage/test-message': { expect: { ...anyone(401), server: 200 } },
  'PUT /api/storage/test-message': { body: 'json', expect: { ...anyone(401), server: 422 } },
  'POST /api/storage/usage': { body: 'json', expect: { ...anyone(401), server: 422 } },
  'POST /api/storage/enrol': { body: 'json', expect: anyone(422) },
  'GET /api/storage/tasks': { expect: { ...anyone(401), server: 200 } },
  'POST /api/storage/answers': { body: 'json', expect: { ...anyone(401), server: 422 } },
  'GET /api/storage/hashes': { path: '/api/storage/hashes?version=0', expect: { ...anyone(401), server: 200 } },
  'POST /api/storage/hashes': { body: 'json', expect: { ...anyone(401), server: 422 } },
  'GET /api/storage/sources': { expect: { ...anyone(401), server: 200 } },
  'POST /api/storage/sources': { body: 'json', expect: { ...anyone(401), server: 422 } },
  'GET /api/repository/auth': { expect: anyone(401) },

  'GET /usagegraph': { expect: signedIn(200, 401) },
  'GET /usagegraph/[period]': { path: '/usagegraph/24h', expect: signedIn(200, 401) },
  // exists in development only
  'GET /usagegraph/test/[period]': { path: '/usagegraph/test/24h', expect: signedIn(404, 401) },
  // these take a usage token instead of a cookie (e2e/account/usage-tokens.spec.ts)
  'GET /api/usage': { expect: anyone(401) },
  'GET /api/usage/metrics': { expect: anyone(401) },
  'POST /api/reports': { body: 'json', expect: anyone(401) },
  'GET /api/reports/[id]': { path: `/api/reports/${NO_ID}`, expect: anyone(401) },
  'GET /api/report-figures': { expect: anyone(200) },
  // parts of an account that the customer view does not show
  ...Object.fromEntries(
    ['billing', 'buy', 'oauth2', 'export', 'download', 'key', 'sessions'].map((part) => [
      `GET /admin/users/[id]/view/${part}`,
      { path: `/admin/users/${NO_ID}/view/${part}`, expect: anyone(404) },
    ]),
  ),

  'GET /test-message.eml': { expect: anyone(200) },
  'GET /robots.txt': { expect: anyone(200) },
  'GET /sitemap.xml': { expect: anyone(200) },
  'GET /manifest.webmanifest': { expect: anyone(200) },
  'GET /opengraph-image': { expect: anyone(200) },
  'GET /.well-known/change-password': { expect: anyone('/account?change=password') },
  'GET /.well-known/security.txt': { expect: anyone(200) },
  'GET /api/openapi.json': { expect: anyone(200) },
  'GET /api/live': { expect: anyone(200) },

  'GET /healthz': { expect: anyone(200) },
  'GET /readyz': { expect: anyone(200) },
  'GET /.well-known/openid-configuration': { expect: anyone(200) },
  'GET /.well-known/oauth-authorization-server': { expect: anyone(200) },
  'GET /oauth2/jwks': { expect: anyone(200) },
  'POST /oauth2/token': { body: 'form', expect: { ...anyone(400), server: 401 } },
  'POST /oauth2/register': { body: 'json', expect: anyone(404) },
  'GET /oauth2/userinfo': { expect: { ...anyone(401), server: 400 } },
  'GET /oauth2/authorize': { expect: anyone('/oauth2/authorize?error=') },
  // an unknown interaction, a form without a decision, and no header that says where it comes from
  'POST /oauth2/authorize/[uid]': {
    path: '/oauth2/authorize/unknown',
    body: 'form',
    expect: anyone('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/authorize/[uid]/login': {
    path: '/oauth2/authorize/unknown/login',
    expect: anyone('/oauth2/authorize?error=other_site'),
  },
  'POST /oauth2/authorize/[uid]/login': {
    path: '/oauth2/authorize/unknown/login',
    body: 'form',
    expect: anyone('/oauth2/authorize?error=other_site'),
  },
  'GET /oauth2/device': { expect: signedIn(200, '/login?return_url=%2Foauth2%2Fdevice') },
  'POST /oauth2/device': { body: 'form', expect: signedIn(400, '/login?return_url=%2Foauth2%2Fdevice') },
  'POST /oauth2/device_authorization': { body: 'form', expect: { ...anyone(400), server: 401 } },
  // an unknown interaction, a form without a decision, and no header that says where it comes from
  'POST /oauth2/device/[uid]': {
    path: '/oauth2/device/unknown',
    body: 'form',
    expect: anyone('/oauth2/authorize?error=failed'),
  },
  'GET /oauth2/device/[uid]/login': {
    path: '/oauth2/device/unknown/login',
    expect: anyone('/oauth2/authorize?error=other_site'),
  },
  'POST /oauth2/device/[uid]/login': {
    path: '/oauth2/device/unknown/login',
    body: 'form',
    expect: anyone('/oauth2/authorize?error=other_site'),
  },
  'GET /oauth2/clients/[id]': { path: '/oauth2/clients/unknown', expect: signedIn(404, 401) },
  ...ADMIN_ACCESS,
};

/** The endpoints of the caller's own account: logged in or 401. */
function ofOwnEndpoints(): Record<string, Row> {
  const rows = Object.entries(OWN_ENDPOINTS).map(([name, { empty, path, body }]): [string, Row] => [
    name.replaceAll(/\{(\w+)\}/g, '[$1]'),
    { ...(path && { path }), ...((body ?? /^P/.test(name)) && { body: 'json' }), expect: signedIn(empty, 401) },
  ]);
  return Object.fromEntries(rows);
}
