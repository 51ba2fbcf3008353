import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';
import { LOCAL_LEGAL } from './legal-settings.ts';
import { contactsOf, SAMPLE_SELLER } from './site-environment.ts';

/** Production refuses secrets that are published in the repository, so these are random. */
const random = (prefix = '') => prefix + randomBytes(32).toString('hex');
const KEYS = [random(), random()];
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_URL: 'https://premium.test/',
  DATABASE_URL: `postgresql://premium_app:${random()}@db/premium`,
  SMTP_URL: 'smtp://mail:mail-password-visible@mail:587',
  MAIL_FROM: 'Rspamd Premium <support@premium.test>',
  STRIPE_SECRET_KEY: random('sk_live_'),
  STRIPE_WEBHOOK_SECRET: random('whsec_'),
  AUTH_SECRET: random(),
  KEY_ENCRYPTION_KEY: KEYS.join(),
  OIDC_COOKIE_KEYS: random(),
  SUPPORT_MAIL: 'support@premium.test',
  SECURITY_MAIL: 'security@premium.test',
  SALES_URL: 'https://premium.test/sales',
  FUZZY_SERVERS: 'one.premium.test:11335,two.premium.test:11335',
  FUZZY_BULK_SERVERS: 'bulk.premium.test:11335',
  REPOSITORY_HOST: 'packages.premium.test',
  SELLER_NAME: 'Premium & Sons',
  SELLER_ADDRESS: '1 High Street, London',
  SELLER_REGISTRATION: '09999999',
  SELLER_REGISTER_PLACE: 'Companies House, Cardiff',
  HOSTING_COUNTRY: 'DE',
  SUBPROCESSORS: '[]',
};
const EMULATOR = { STRIPE_SECRET_KEY: 'sk_test_standin_visible', STRIPE_API_BASE: 'http://127.0.0.1:12111' };
const LOCAL = { ...PRODUCTION, APP_MODE: 'local', ...EMULATOR };
type Source = Record<string, string | undefined>;

function refusal(source: Source): string {
  try {
    parseEnv(source);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('accepts a complete production environment and fills in the defaults', () => {
  expect(parseEnv(PRODUCTION)).toMatchObject({
    APP_MODE: 'production',
    APP_URL: 'https://premium.test',
    PORT: 8080,
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: 9080,
    ALLOW_TEST_PURCHASES: false,
    SHUTDOWN_NOTICE_MS: 3000,
    HSTS_SUBDOMAINS: false,
    STRIPE_WEBHOOK_SECRET: [PRODUCTION.STRIPE_WEBHOOK_SECRET],
    KEY_ENCRYPTION_KEY: KEYS,
  });
});

test('trusts the proxies that it names, and no other', () => {
  const { TRUSTED_PROXIES } = parseEnv({ ...PRODUCTION, TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8' });
  const asked = ['127.0.0.1', '::1', '10.9.8.7', '127.0.0.2', '::2', '11.0.0.1'];
  expect(asked.filter((address) => TRUSTED_PROXIES.has(address))).toEqual(['127.0.0.1', '::1', '10.9.8.7']);
  expect(parseEnv(PRODUCTION).TRUSTED_PROXIES.has('127.0.0.1')).toBe(false);
});

test('refuses a path in the URL of an emulator', () => {
  expect(refusal({ ...LOCAL, STRIPE_API_BASE: 'http://127.0.0.1:12111/v1' })).toContain(
    'STRIPE_API_BASE: needs https://HOST',
  );
});

test('listens on loopback, derives APP_URL from PORT and allows test purchases outside production', () => {
  const defaults = {
    APP_MODE: 'local',
    APP_URL: 'http://localhost:9999',
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: 10_999,
    ALLOW_TEST_PURCHASES: true,
    SHUTDOWN_NOTICE_MS: 0,
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
  'SUPPORT_MAIL',
  'SECURITY_MAIL',
  'SALES_URL',
  'FUZZY_SERVERS',
  'FUZZY_BULK_SERVERS',
  'REPOSITORY_HOST',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_REGISTRATION',
  'SELLER_REGISTER_PLACE',
  'HOSTING_COUNTRY',
  'SUBPROCESSORS',
];
test.each(REQUIRED)('refuses to start production without %s, and names it (S30)', (name) => {
  expect(refusal({ ...PRODUCTION, [name]: undefined })).toContain(name);
  expect(refusal({ ...PRODUCTION, [name]: '' })).toContain(name);
});

const short = 'x'.repeat(31);
const example = 'an example is not a secret';
test.each<[string, Source, string]>([
  ['a short AUTH_SECRET', { AUTH_SECRET: short }, 'AUTH_SECRET'],
  ['a short KEY_ENCRYPTION_KEY', { KEY_ENCRYPTION_KEY: short }, 'KEY_ENCRYPTION_KEY'],
  [
    'a short KEY_ENCRYPTION_KEY in a list',
    { KEY_ENCRYPTION_KEY: `${PRODUCTION.KEY_ENCRYPTION_KEY},${short}` },
    'KEY_ENCRYPTION_KEY',
  ],
  ['a list that ends with a comma', { OIDC_COOKIE_KEYS: `${PRODUCTION.OIDC_COOKIE_KEYS},` }, 'OIDC_COOKIE_KEYS'],
  ['a short OIDC_COOKIE_KEYS', { OIDC_COOKIE_KEYS: short }, 'OIDC_COOKIE_KEYS'],
  ['a published AUTH_SECRET', { AUTH_SECRET: 'change-me-change-me-change-me-change-me' }, example],
  ['a published key', { KEY_ENCRYPTION_KEY: 'Replace-with-32-random-bytes-or-more-please' }, example],
  ['a published cookie key', { OIDC_COOKIE_KEYS: 'example-example-example-example-example' }, example],
  ['an example in quotes', { AUTH_SECRET: "'replace-with-the-output-of-openssl-rand-base64-48'" }, example],
  ['an example in capitals', { AUTH_SECRET: 'REPLACE WITH THE OUTPUT OF OPENSSL RAND' }, example],
  ['an example repeated', { OIDC_COOKIE_KEYS: 'x-replace-with-a-third-output-replace-with-a-third-output' }, example],
  ['a random secret in quotes', { AUTH_SECRET: `"${random()}"` }, 'AUTH_SECRET: has quotes'],
  ['one letter 40 times', { AUTH_SECRET: 'a'.repeat(40) }, 'AUTH_SECRET: is too regular'],
  ['a short text repeated', { AUTH_SECRET: 'k7Qz!p2W'.repeat(6) }, 'AUTH_SECRET: is too regular'],
  ['the alphabet', { AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }, 'AUTH_SECRET: is too regular'],
  ['the example webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_replace-with-yours' }, example],
  ['an empty webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_' }, 'STRIPE_WEBHOOK_SECRET: needs at least 32'],
  [
    'a published webhook secret after a good one',
    { STRIPE_WEBHOOK_SECRET: `${PRODUCTION.STRIPE_WEBHOOK_SECRET}, whsec_replace-with-yours` },
    `STRIPE_WEBHOOK_SECRET: ${example}`,
  ],
  ['a webhook secret of one letter', { STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(40)}` }, 'is too regular'],
  ['the example test key of Stripe', { STRIPE_SECRET_KEY: 'sk_test_replace-with-yours' }, example],
  ['the example live key of Stripe', { STRIPE_SECRET_KEY: "'sk_live_replace-with-yours'" }, example],
  ['a short Stripe key', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY: needs at least 32'],
  ['the example database URL', { DATABASE_URL: 'postgresql://user:password@host/premium' }, 'DATABASE_URL: '],
  ['a database password of one letter', { DATABASE_URL: `postgresql://a:${short}@host/p` }, 'DATABASE_URL: '],
  ['plain http', { APP_URL: 'http://premium.test' }, 'APP_URL: needs https'],
  ['an example APP_URL', { APP_URL: 'https://shop.example' }, 'APP_URL: .example'],
  ['an example sender', { MAIL_FROM: 'Shop <shop@mail.example.com>' }, 'MAIL_FROM: .example'],
  ['an example support address', { SUPPORT_MAIL: 'support@rspamd.example' }, 'SUPPORT_MAIL: .example'],
  ['an example fuzzy server', { FUZZY_SERVERS: 'a.test:1,b.example:1' }, 'FUZZY_SERVERS: .example'],
  ['an example repository host', { REPOSITORY_HOST: 'packages.rspamd.example' }, 'REPOSITORY_HOST: .example'],
  ['an example sales page', { SALES_URL: 'https://shop.example/sales' }, 'SALES_URL: .example'],
  ['the sample seller', SAMPLE_SELLER, 'SELLER_NAME: is the sample'],
  ['a sample VAT number', { SELLER_VAT: SAMPLE_SELLER.SELLER_VAT }, 'SELLER_VAT: is the sample'],
  [
    'a sample register number',
    { SELLER_REGISTRATION: SAMPLE_SELLER.SELLER_REGISTRATION },
    'SELLER_REGISTRATION: is the sample',
  ],
  [
    'a sample register',
    { SELLER_REGISTER_PLACE: SAMPLE_SELLER.SELLER_REGISTER_PLACE },
    'SELLER_REGISTER_PLACE: is the sample',
  ],
  ['the sample subprocessors', { SUBPROCESSORS: LOCAL_LEGAL.SUBPROCESSORS }, 'SUBPROCESSORS: has an entry of the'],
  ['an unknown country of hosting', { HOSTING_COUNTRY: 'XQ' }, 'HOSTING_COUNTRY'],
  ['an example privacy address', { PRIVACY_MAIL: 'privacy@shop.example' }, 'PRIVACY_MAIL: .example'],
  ['a seller without an address', { SELLER_ADDRESS: undefined }, 'SELLER_ADDRESS: is missing'],
  ['a seller name that closes a script', { SELLER_NAME: 'Sons</script>' }, 'SELLER_NAME: '],
  ['a server without a port', { FUZZY_BULK_SERVERS: 'bulk.premium.test' }, 'FUZZY_BULK_SERVERS: '],
  ['a secret from the tests', { AUTH_SECRET: 'tests: the secret of the sign-in sessions' }, example],
  ['one value for two secrets', { AUTH_SECRET: PRODUCTION.OIDC_COOKIE_KEYS }, 'needs its own value'],
  ['the Stripe emulator', EMULATOR, 'is not allowed in production'],
  ['another Stripe API URL', { STRIPE_API_BASE: 'https://api.stripe.example' }, 'STRIPE_API_BASE'],
  ['test purchases with a live key', { ALLOW_TEST_PURCHASES: '1' }, 'ALLOW_TEST_PURCHASES'],
  ['an APP_URL without a scheme', { APP_URL: 'premium.example' }, 'APP_URL'],
  ['an ftp APP_URL', { APP_URL: 'ftp://premium.example' }, 'APP_URL'],
  ['a webhook secret without whsec_', { STRIPE_WEBHOOK_SECRET: 'visible' }, 'STRIPE_WEBHOOK_SECRET'],
  ['an impossible port', { PORT: '99999' }, 'PORT'],
  ['a number of proxies', { TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES: needs the addresses or networks of the proxies'],
  ['no proxy as a number', { TRUSTED_PROXIES: '0' }, 'such as 127.0.0.1,::1,10.0.0.0/8; a number of proxies no longer'],
  ['a path in APP_URL', { APP_URL: 'https://shop.test/premium' }, 'APP_URL: needs https://HOST, without'],
  ['a query in APP_URL', { APP_URL: 'https://shop.test/?a=b' }, 'APP_URL: needs https://HOST, without'],
  ['a bare question mark in APP_URL', { APP_URL: 'https://shop.test?' }, 'APP_URL: needs https://HOST, without'],
  ['a fragment in APP_URL', { APP_URL: 'https://shop.test/#top' }, 'APP_URL: needs https://HOST, without'],
  ['a user in APP_URL', { APP_URL: 'https://user:secret@shop.test' }, 'APP_URL: needs https://HOST, without'],
  ['dots in APP_URL', { APP_URL: 'https://shop.test/premium/..' }, 'APP_URL: needs https://HOST, without'],
  ['a space after APP_URL', { APP_URL: 'https://shop.test ' }, 'APP_URL: has spaces around it'],
  ['a line break after a secret', { AUTH_SECRET: `${random()}\n` }, 'AUTH_SECRET: has spaces around it'],
  ['a path in SMTP_URL', { SMTP_URL: 'smtp://mail:587/relay' }, 'SMTP_URL: needs no path'],
  ['a hexadecimal port', { PORT: '0x1F90' }, 'PORT: needs a whole number'],
  ['a port with an exponent', { METRICS_PORT: '9e3' }, 'METRICS_PORT: needs a whole number'],
  ['half a connection', { DATABASE_POOL: '10.0' }, 'DATABASE_POOL: needs a whole number'],
  ['a domain in capitals', { FUZZY_SRV_DOMAIN: 'Fuzzy.premium.test' }, 'FUZZY_SRV_DOMAIN'],
  ['a choice that is none', { HSTS_SUBDOMAINS: 'yes' }, 'HSTS_SUBDOMAINS'],
  ['an unknown mode', { APP_MODE: 'staging' }, 'APP_MODE'],
  ['a MySQL database', { DATABASE_URL: 'mysql://visible@db/premium' }, 'DATABASE_URL'],
])('refuses to start production with %s, and prints no value (S30, S83)', (_name, changes, text) => {
  const message = refusal({ ...PRODUCTION, ...changes });
  expect(message).toContain(text);
  const values = Object.values({ ...PRODUCTION, ...changes }).flatMap((value) => value?.split(',') ?? []);
  expect(values.filter((value) => value.length > 10 && message.includes(value))).toEqual([]);
});

/** Every value that a file of this repository assigns to a secret, and every text that looks like a Stripe secret. */
function publishedSecrets(): { name: string; value: string }[] {
  const root = path.join(import.meta.dirname, '../../..');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const assigned =
    /(AUTH_SECRET|KEY_ENCRYPTION_KEY|OIDC_COOKIE_KEYS)['"]?\s*[:=]\s*(?:(['"`])([^'"`$\n]{8,})\2|([^\s'"`$:]{8,})$)/gm;
  const stripes = /\b(whsec_|[sr]k_(?:test|live)_)[\w-]*/g;
  return files
    .filter((file) => /\.(ts|tsx|mjs|yml|md|example|env)$|Dockerfile$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [
        ...[...text.matchAll(assigned)].map(([, name = '', , quoted, bare]) => ({ name, value: quoted ?? bare ?? '' })),
        ...[...text.matchAll(stripes)].map(([value, prefix]) => ({
          name: prefix === 'whsec_' ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY',
          value,
        })),
      ];
    });
}

test('refuses to start production with any secret that a file of this repository contains (S30)', () => {
  const published = publishedSecrets();
  expect(published.length).toBeGreaterThan(15);
  for (const { name, value } of published)
    expect(refusal({ ...PRODUCTION, [name]: value, STRIPE_API_BASE: undefined }), `${name}=${value}`).toContain(name);
});

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://premium.test'])(
  'accepts APP_URL=%s in production',
  (APP_URL) => expect(refusal({ ...PRODUCTION, APP_URL })).toBe(''),
);

test.each([
  ['base64', () => randomBytes(48).toString('base64')],
  // Fixed, because one random secret in 400,000 looks regular.
  ['hexadecimal', (count: number) => createHash('sha256').update(`${count}`).digest('hex').slice(0, 32)],
  ['words', () => 'orbit velvet cactus harbor mosaic tundra'],
])('accepts a random secret in %s', (_form, make) => {
  for (let count = 0; count < 200; count++) expect(refusal({ ...PRODUCTION, AUTH_SECRET: make(count) })).toBe('');
});

test.each<[string, Source, string]>([
  ["the emulator's key without STRIPE_API_BASE", { STRIPE_API_BASE: undefined }, 'needs STRIPE_API_BASE'],
  ['a short secret', { AUTH_SECRET: short }, 'AUTH_SECRET'],
])('refuses to start locally with %s', (_name, changes, text) => {
  expect(refusal(LOCAL)).toBe('');
  expect(refusal({ ...LOCAL, ...changes })).toContain(text);
});

test('names every problem in one error', () => {
  const message = refusal({ ...PRODUCTION, SMTP_URL: undefined, AUTH_SECRET: short });
  expect(message).toContain('SMTP_URL');
  expect(message).toContain('AUTH_SECRET');
});

test('writes the seller in one line, with a VAT number if there is one', () => {
  const more = { UK_VAT_PERCENT: 20, WITHDRAWAL_REFUND: 'all', AUDIT_ORIGIN_DAYS: 400, LOG_DAYS: 30 } as const;
  const settings = {
    ...PRODUCTION,
    ...more,
    SELLER_NAME: 'Premium & Sons',
    SELLER_ADDRESS: '1 High Street, London',
  };
  expect(contactsOf(settings).seller).toBe('Premium & Sons, 1 High Street, London');
  expect(contactsOf({ ...settings, SELLER_VAT: 'GB 123' }).seller).toBe(
    'Premium & Sons, 1 High Street, London, VAT GB 123',
  );
});

const UNSET = {
  ...{ SELLER_NAME: undefined, SELLER_ADDRESS: undefined, SELLER_VAT: undefined },
  ...{ SELLER_REGISTRATION: undefined, SELLER_REGISTER_PLACE: undefined, SUBPROCESSORS: undefined },
};
test('marks the default seller outside production as a sample', () => {
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_VAT, ...more } = parseEnv({ ...LOCAL, ...UNSET });
  const register = [more.SELLER_REGISTRATION, more.SELLER_REGISTER_PLACE];
  const subprocessors = more.SUBPROCESSORS.map(({ name }) => name);
  expect(subprocessors).not.toEqual([]);
  for (const text of [SELLER_NAME, SELLER_ADDRESS, SELLER_VAT, ...register, ...subprocessors])
    expect(text).toMatch(/sample/i);
});
