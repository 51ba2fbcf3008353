import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_URL: 'https://premium.example/',
  DATABASE_URL: 'postgresql://premium:db-password-visible@db/premium',
  SMTP_URL: 'smtp://mail:mail-password-visible@mail:587',
  MAIL_FROM: 'Rspamd Premium <support@premium.example>',
  STRIPE_SECRET_KEY: 'sk_live_visible',
  STRIPE_WEBHOOK_SECRET: 'whsec_visible',
  AUTH_SECRET: 'visible-auth-secret-of-32-bytes-or-more',
  KEY_ENCRYPTION_KEY: 'visible-encryption-key-1-of-32-bytes,visible-encryption-key-2-of-32-bytes',
  OIDC_COOKIE_KEYS: 'visible-cookie-key-of-32-bytes-or-more',
};
const STANDIN = { STRIPE_SECRET_KEY: 'sk_test_standin_visible', STRIPE_API_BASE: 'http://127.0.0.1:12111' };
const LOCAL = { ...PRODUCTION, APP_MODE: 'local', ...STANDIN };
type Source = Record<string, string | undefined>;

function refusal(source: Source): string {
  try {
    parseEnv(source);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('a complete environment of production, with its defaults', () => {
  expect(parseEnv(PRODUCTION)).toMatchObject({
    APP_MODE: 'production',
    APP_URL: 'https://premium.example',
    PORT: 8080,
    HOST: '0.0.0.0',
    METRICS_PORT: 9080,
    ALLOW_TEST_PURCHASES: false,
    TRUSTED_PROXIES: 0,
    STRIPE_WEBHOOK_SECRET: ['whsec_visible'],
    KEY_ENCRYPTION_KEY: ['visible-encryption-key-1-of-32-bytes', 'visible-encryption-key-2-of-32-bytes'],
  });
});

test('a local one listens on loopback, has its own address, and allows test purchases', () => {
  const defaults = {
    APP_MODE: 'local',
    APP_URL: 'http://localhost:9999',
    HOST: '127.0.0.1',
    METRICS_PORT: 10_999,
    ALLOW_TEST_PURCHASES: true,
  };
  expect(parseEnv({ ...LOCAL, APP_URL: undefined, PORT: '9999' })).toMatchObject(defaults);
  expect(parseEnv({ ...LOCAL, APP_MODE: undefined, NODE_ENV: 'development' }).APP_MODE).toBe('development');
});

const REQUIRED = [
  'APP_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AUTH_SECRET',
  'KEY_ENCRYPTION_KEY',
  'OIDC_COOKIE_KEYS',
];
test.each(REQUIRED)('production without %s does not start, and names it (S30)', (name) => {
  expect(refusal({ ...PRODUCTION, [name]: undefined })).toContain(name);
  expect(refusal({ ...PRODUCTION, [name]: '' })).toContain(name);
});

const short = 'x'.repeat(31);
test.each<[string, Source, string]>([
  ['a short AUTH_SECRET', { AUTH_SECRET: short }, 'AUTH_SECRET'],
  ['a short KEY_ENCRYPTION_KEY', { KEY_ENCRYPTION_KEY: short }, 'KEY_ENCRYPTION_KEY'],
  ['a short one in a list', { KEY_ENCRYPTION_KEY: `${PRODUCTION.KEY_ENCRYPTION_KEY},${short}` }, 'KEY_ENCRYPTION_KEY'],
  ['a list that ends with a comma', { OIDC_COOKIE_KEYS: `${PRODUCTION.OIDC_COOKIE_KEYS},` }, 'OIDC_COOKIE_KEYS'],
  ['a short OIDC_COOKIE_KEYS', { OIDC_COOKIE_KEYS: short }, 'OIDC_COOKIE_KEYS'],
  ['a published AUTH_SECRET', { AUTH_SECRET: 'change-me-change-me-change-me-change-me' }, 'an example is not a secret'],
  [
    'a published key',
    { KEY_ENCRYPTION_KEY: 'Replace-with-32-random-bytes-or-more-please' },
    'an example is not a secret',
  ],
  [
    'a published cookie key',
    { OIDC_COOKIE_KEYS: 'example-example-example-example-example' },
    'an example is not a secret',
  ],
  ['a secret of the tests', { AUTH_SECRET: 'tests: the secret of the sign-in sessions' }, 'a secret of the tests'],
  ['one value for two purposes', { AUTH_SECRET: PRODUCTION.OIDC_COOKIE_KEYS }, 'a value of its own'],
  ['the stand-in', STANDIN, 'is no Stripe'],
  ['Stripe elsewhere', { STRIPE_API_BASE: 'https://api.stripe.example' }, 'STRIPE_API_BASE'],
  ['test purchases with a live key', { ALLOW_TEST_PURCHASES: '1' }, 'ALLOW_TEST_PURCHASES'],
  ['an address that is no URL', { APP_URL: 'premium.example' }, 'APP_URL'],
  ['another protocol', { APP_URL: 'ftp://premium.example' }, 'APP_URL'],
  ['no whsec_', { STRIPE_WEBHOOK_SECRET: 'visible' }, 'STRIPE_WEBHOOK_SECRET'],
  ['a port that is none', { PORT: '99999' }, 'PORT'],
  ['half a hop', { TRUSTED_PROXIES: '0.5' }, 'TRUSTED_PROXIES'],
  ['an unknown mode', { APP_MODE: 'staging' }, 'APP_MODE'],
  ['a database of another kind', { DATABASE_URL: 'mysql://visible@db/premium' }, 'DATABASE_URL'],
])('production with %s does not start, and no value is printed (S30, S83)', (_name, changes, text) => {
  const message = refusal({ ...PRODUCTION, ...changes });
  expect(message).toContain(text);
  expect(message).not.toMatch(/visible|xxxx|sign-in sessions|change-me-|Replace-with-32|example-example/);
});

test.each<[string, Source, string]>([
  ["the stand-in's key without its address", { STRIPE_API_BASE: undefined }, 'needs STRIPE_API_BASE'],
  ['a short secret', { AUTH_SECRET: short }, 'AUTH_SECRET'],
])('local with %s does not start either', (_name, changes, text) => {
  expect(refusal(LOCAL)).toBe('');
  expect(refusal({ ...LOCAL, ...changes })).toContain(text);
});

test('every problem is named at once', () => {
  const message = refusal({ ...PRODUCTION, SMTP_URL: undefined, AUTH_SECRET: short });
  expect(message).toContain('SMTP_URL');
  expect(message).toContain('AUTH_SECRET');
});
