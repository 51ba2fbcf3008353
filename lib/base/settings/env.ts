import { z } from 'zod';
import { HOUR, MINUTE } from '#lib/base/time.ts';
import { hasSampleSubprocessor, LEGAL_ENVIRONMENT, LOCAL_LEGAL } from './legal-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { databasePasswordProblem, isExample, secretProblem } from './secret-problem.ts';
import { flag, list, origin, proxies, secret, smtpUrl, whole } from './setting-types.ts';
import { isSampleSeller, LOCAL_SITE, namesExample, SITE_ENVIRONMENT } from './site-environment.ts';

const Environment = z.object({
  /** `local` is a production build for which `npm start` provides everything it needs (docs/product.md, Modes). */
  APP_MODE: z.enum(['development', 'local', 'production']),
  PORT: whole(1, 65535).default(8080),
  APP_URL: origin,
  HOST: z.string(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: whole(1, 65535),
  DATABASE_URL: z.string().startsWith('postgres'),
  /** PgBouncer in transaction mode is between this process and the database */
  DATABASE_POOLER: flag,
  DATABASE_POOL: whole(2, 200).default(10),
  /** limit of one statement, in ms; the default depends on the kind of process (lib/base/db/connection.ts) */
  DATABASE_STATEMENT_MS: whole(100, HOUR).optional(),
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.string().min(3),
  STRIPE_SECRET_KEY: z.string().min(8),
  STRIPE_WEBHOOK_SECRET: list(z.string().startsWith('whsec_')),
  STRIPE_API_BASE: origin.optional(),
  AUTH_SECRET: secret,
  KEY_ENCRYPTION_KEY: list(secret),
  OIDC_COOKIE_KEYS: list(secret),
  ALLOW_TEST_PURCHASES: flag,
  /** the console opens only for an admin who logged in with two factors */
  ADMIN_NEEDS_TWO_FACTOR: flag,
  /** how long the web process still accepts connections after SIGTERM, in ms */
  SHUTDOWN_NOTICE_MS: whole(0, 5 * MINUTE),
  /** whose X-Forwarded-For is believed (S10) */
  TRUSTED_PROXIES: proxies,
  /** browsers shall use https for the subdomains of APP_URL's host as well */
  HSTS_SUBDOMAINS: flag,
  ...SITE_ENVIRONMENT,
  ...LEGAL_ENVIRONMENT,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});
export type Env = z.infer<typeof Environment>;

/** The emulator's key, the only one that may be used with STRIPE_API_BASE. */
const EMULATOR_KEY = /^sk_test_standin_/;

let parsed: Env | undefined;

/**
 * The process's settings, read once from its environment. The app reads process.env nowhere else.
 * Throws one Error that names every missing or invalid setting, never its value.
 */
export function env(): Env {
  if (!parsed) {
    parsed = parseEnv(withSecretFiles(process.env));
    process.env.NEXTAUTH_URL = parsed.APP_URL; // next-auth reads its URL from the environment
  }
  return parsed;
}

/** Reads settings from a map of variables; exported for tests. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const mode = source.APP_MODE || (source.NODE_ENV === 'production' ? 'production' : 'development');
  const port = source.PORT || '8080';
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = Environment.safeParse(
    {
      HOST: '127.0.0.1', // the image sets 0.0.0.0: in a container, only what is published is reached
      METRICS_PORT: String(Number(port) + 1000),
      DATABASE_POOLER: '0',
      HSTS_SUBDOMAINS: '0',
      ADMIN_NEEDS_TWO_FACTOR: '0',
      ALLOW_TEST_PURCHASES: mode === 'production' ? '0' : '1',
      SHUTDOWN_NOTICE_MS: mode === 'production' ? '3000' : '0',
      ...(mode === 'production' ? {} : { APP_URL: `http://localhost:${port}`, ...LOCAL_SITE, ...LOCAL_LEGAL }),
      ...given,
      APP_MODE: mode,
    },
    { error: (issue) => (issue.input === undefined ? 'is missing' : undefined) },
  );
  const problems = [
    ...Object.keys(Environment.shape).flatMap((name) =>
      given[name] === given[name]?.trim() ? [] : [`${name}: has spaces around it`],
    ),
    ...(result.success ? contradictions(result.data) : result.error.issues.map(problemOf)),
    ...(mode === 'production' ? productionProblems(given) : []),
  ];
  if (!result.success || problems.length) throw new Error(`Invalid environment:\n  ${problems.join('\n  ')}`);
  return result.data;
}

const problemOf = ({ path, message }: z.core.$ZodIssue) => `${path.join('.')}: ${message}`;

function contradictions(values: Env): string[] {
  const emulator = EMULATOR_KEY.test(values.STRIPE_SECRET_KEY);
  const secrets = [values.AUTH_SECRET, ...values.KEY_ENCRYPTION_KEY, ...values.OIDC_COOKIE_KEYS];
  const rules: [boolean, string][] = [
    [values.STRIPE_API_BASE !== undefined && !emulator, "STRIPE_API_BASE: allowed only with the emulator's key"],
    [emulator && values.STRIPE_API_BASE === undefined, "STRIPE_SECRET_KEY: the emulator's key needs STRIPE_API_BASE"],
    [
      values.APP_MODE === 'production' && emulator,
      "STRIPE_SECRET_KEY: the emulator's key is not allowed in production",
    ],
    [
      values.APP_MODE === 'production' && hasSampleSubprocessor(values.SUBPROCESSORS),
      'SUBPROCESSORS: has an entry of the sample',
    ],
    [
      isLiveStripeKey(values.STRIPE_SECRET_KEY) && values.ALLOW_TEST_PURCHASES,
      'ALLOW_TEST_PURCHASES: not allowed with a live key',
    ],
    [secrets.some(isExample), 'AUTH_SECRET, KEY_ENCRYPTION_KEY, OIDC_COOKIE_KEYS: an example is not a secret'],
    [
      new Set(secrets).size !== secrets.length,
      'AUTH_SECRET, KEY_ENCRYPTION_KEY, OIDC_COOKIE_KEYS: each needs its own value',
    ],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => text);
}

const SECRETS = [
  ...['AUTH_SECRET', 'KEY_ENCRYPTION_KEY', 'OIDC_COOKIE_KEYS'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
];

/** Problems that only production refuses: published secrets, plain http, example hosts (S30). */
function productionProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: [string, string | null | undefined][] = [
    ...SECRETS.flatMap((name) =>
      (given[name]?.split(',') ?? []).map((each) => [name, secretProblem(each.trim())] as [string, string | null]),
    ),
    ['DATABASE_URL', databasePasswordProblem(given.DATABASE_URL ?? '')],
    ['APP_URL', isPlainHttp(given.APP_URL ?? '') ? 'needs https' : null],
    ...['APP_URL', 'MAIL_FROM', ...Object.keys(SITE_ENVIRONMENT)].map(
      (name) => [name, namesExample(given[name] ?? '') ? '.example is a placeholder' : null] as [string, string | null],
    ),
    ...Object.keys(SITE_ENVIRONMENT).map(
      (name) => [name, isSampleSeller(name, given[name] ?? '') ? 'is the sample' : null] as [string, string | null],
    ),
  ];
  return [...new Set(problems.flatMap(([name, problem]) => (problem ? [`${name}: ${problem}`] : [])))];
}

/** True if cookies and passwords would cross a network unencrypted. */
const isPlainHttp = (url: string) =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname);

/** True if a host is this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

const SeedEnvironment = z.object({
  SEED: z.enum(['demo', 'none']),
  ADMIN_EMAIL: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  DEMO_PASSWORD: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
});
export type SeedEnv = z.infer<typeof SeedEnvironment>;

/** Settings that only the seed reads: the first admin and the sample data. Throws on an unknown SEED. */
export function seedEnv(): SeedEnv {
  const { SEED, ADMIN_EMAIL, ADMIN_PASSWORD, DEMO_PASSWORD, DATA_DIR } = withSecretFiles(process.env);
  const source = { SEED, ADMIN_EMAIL, ADMIN_PASSWORD, DEMO_PASSWORD, DATA_DIR };
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = SeedEnvironment.safeParse({ SEED: env().APP_MODE === 'production' ? 'none' : 'demo', ...given });
  if (!result.success) throw new Error("SEED: 'demo' or 'none'");
  return result.data;
}

/** True if a Stripe key moves real money. */
export const isLiveStripeKey = (key: string): boolean => /^(sk|rk)_live_/.test(key);

/** The URL of a path of this site, for mails and for Stripe. */
export const absoluteUrl = (path: string): string => env().APP_URL + path;

/** True on https: cookies are Secure and prefixed. */
export const isSecureOrigin = () => env().APP_URL.startsWith('https:');

/** True during `next build`: the settings of the instances that will serve the pages are not known yet. */
export const isBuilding = () => process.env.NEXT_PHASE === 'phase-production-build';
