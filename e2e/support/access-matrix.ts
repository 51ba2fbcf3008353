/** Who asks: nobody, a person without a plan, an admin, a person an admin blocked, a storage server. */
export const CALLERS = ['anonymous', 'subscriber', 'blocked', 'admin', 'server'] as const;
export type Caller = (typeof CALLERS)[number];

type Row = {
  /** what is sent; `{}` where a body is needed, so that access is judged before the body */
  body?: 'json' | 'form';
  path?: string;
  expect: Record<Caller, number | string>;
};

const everybody = (outcome: number | string): Row['expect'] => ({
  anonymous: outcome,
  subscriber: outcome,
  blocked: outcome,
  admin: outcome,
  server: outcome,
});
/** A blocked person's session is worth nothing, and a storage server has none. */
const signedIn = (outcome: number | string, otherwise: number | string): Row['expect'] => ({
  ...everybody(otherwise),
  subscriber: outcome,
  admin: outcome,
});

/**
 * Every page and call and what each caller gets: a status, or the start of the address it is redirected to (S44).
 * A page or route file without a row fails the test.
 */
export const ACCESS: Record<string, Row> = {
  'GET /': { expect: everybody(200) },
  'GET /pricing': { expect: everybody(200) },
  'GET /login': { expect: everybody(200) },
  'GET /verify-email': { path: '/verify-email?email=a%40b.example&token=0123456789', expect: everybody(200) },
  'GET /reset-password': { expect: everybody(200) },
  'GET /dashboard': { expect: signedIn(200, '/login?return_url=%2Fdashboard') },
  'GET /billing/return': {
    path: '/billing/return?session_id=cs_test_unknown',
    expect: signedIn(200, '/login?return_url='),
  },

  'POST /login/email': { body: 'json', expect: everybody(400) },
  'POST /login/form': { body: 'form', expect: everybody('/login?error=malformed') },
  'POST /signup/email': { body: 'json', expect: everybody(400) },
  'POST /signup/form': { body: 'form', expect: everybody('/login?tab=signup&error=malformed') },
  'POST /verify/email': { body: 'json', expect: everybody(400) },
  'POST /verify/form': { body: 'form', expect: everybody('/verify-email?error=malformed') },
  'POST /verify/resend': { body: 'json', expect: everybody(400) },
  'POST /forgot/email': { body: 'json', expect: everybody(400) },
  'POST /forgot/form': { body: 'form', expect: everybody('/login?forgot=failed&error=malformed') },
  'POST /reset/email': { body: 'json', expect: everybody(400) },
  'POST /reset/form': { body: 'form', expect: everybody('/reset-password?forgot=1&error=malformed') },
  'GET /userstatus': { expect: signedIn(200, 401) },
  // cross-site, so that the caller stays signed in
  'GET /logout': { path: '/logout', expect: everybody('/') },
  'POST /logout': { path: '/logout', expect: everybody(403) },

  'GET /buy': { path: '/buy?micro=1&small=1', expect: everybody(400) },
  'GET /billing': { expect: signedIn('/dashboard?notice=manual_billing', '/login?return_url=%2Fbilling') },
  'POST /api/webhooks/stripe': { body: 'json', expect: everybody(400) },
  'GET /api/storage/keys': { expect: { ...everybody(401), server: 200 } },

  'GET /healthz': { expect: everybody(200) },
  'GET /readyz': { expect: everybody(200) },
  'GET /.well-known/openid-configuration': { expect: everybody(200) },
  'GET /.well-known/oauth-authorization-server': { expect: everybody(200) },
  'GET /oauth2/jwks': { expect: everybody(200) },
  'POST /oauth2/token': { body: 'form', expect: { ...everybody(400), server: 401 } },
  'GET /oauth2/userinfo': { expect: { ...everybody(401), server: 400 } },
  'GET /oauth2/authorize': { expect: everybody('/oauth2/authorize?error=') },
};
