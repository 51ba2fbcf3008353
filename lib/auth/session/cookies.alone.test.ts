import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';

const TOKEN = 'T'.repeat(43);
const OTHER = 'o'.repeat(43);
const HTTP = 'http://localhost:8080';
const HTTPS = 'https://premium.example';

type Cookies = Awaited<ReturnType<typeof onOrigin>>;
/** The module with the settings of this origin, which are read once. */
async function onOrigin(APP_URL: string) {
  useTestEnvironment({ APP_URL });
  vi.resetModules();
  return import('./cookies.ts');
}

describe('every cookie carries the name of the product (S91)', () => {
  /** What writes a cookie, and the only files that may do so. */
  const WRITES = /stringifySetCookie\(|\b(document|d)\.cookie\s*=|cookies\.set\(|\bcookies:\s*cookies\(/;
  const WRITERS: Readonly<Record<string, string>> = {
    'components/layout/footer/theme-switch.tsx': 'themeCookie',
    'lib/auth/session/cookies.ts': 'the HttpOnly cookies',
    'lib/oauth/provider/configuration.ts': 'the names of the provider’s cookies',
    'lib/oauth/provider/logout.ts': 'deletes the provider’s session cookie',
    'lib/base/theme.ts': 'themeScript',
  };
  /** A Set-Cookie that is written where it is sent. */
  const WRITTEN_OUT = /set-cookie['"]\]?\s*[,:]\s*['"`]/i;

  test('which one function writes, in the source', () => {
    const files = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/**/*.ts', 'server/**/*.ts', '*.ts'])
      .filter((file) => !/\.test\.tsx?$|^lib\/testing\/|\.stories\./.test(file))
      .toSorted();
    const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    expect(texts.flatMap(({ file, text }) => (WRITES.test(text) ? file : []))).toEqual(Object.keys(WRITERS).toSorted());
    expect(texts.flatMap(({ file, text }) => (WRITTEN_OUT.test(text) ? file : []))).toEqual([]);
  });

  test.each([HTTP, HTTPS])('on %s', async (APP_URL) => {
    const { cookieName, httpOnlyCookie } = await onOrigin(APP_URL);
    const { cookieList } = await import('#lib/marketing/policies/cookies.ts');
    const { providerConfiguration } = await import('#lib/oauth/provider/configuration.ts');
    const { themeCookie } = await import('#lib/base/theme.ts');
    const prefix = APP_URL === HTTPS ? '__Host-rspamd_premium_' : 'rspamd_premium_';
    for (const name of ['session', 'device', 'login_challenge', 'sign_up'] as const) {
      expect(cookieName(name)).toBe(prefix + name);
      expect(httpOnlyCookie(name, TOKEN, 60)).toContain(`${prefix}${name}=${TOKEN}; Max-Age=60; Path=/; HttpOnly`);
    }
    const ofProvider = Object.values(providerConfiguration({ keys: [] }).cookies?.names ?? {});
    expect(ofProvider).toHaveLength(3);
    for (const name of ofProvider) expect(name).toMatch(/^(__Secure-)?rspamd_premium_op_/);
    expect(themeCookie('dark', APP_URL === HTTPS)).toMatch(/^rspamd_premium_theme=dark;/);
    for (const { name } of cookieList) expect(name).toMatch(/^rspamd_premium_/);
  });
});

describe.each([
  [HTTP, 'next-auth.session-token', 'device'],
  [HTTPS, '__Secure-next-auth.session-token', '__Host-device'],
])('the former names on %s', (APP_URL, oldSession, oldDevice) => {
  let { cookieName, httpOnlyCookie, OLD_NAMES_END, readCookie, renameOldCookies } = {} as Cookies;
  beforeEach(async () => {
    ({ cookieName, httpOnlyCookie, OLD_NAMES_END, readCookie, renameOldCookies } = await onOrigin(APP_URL));
    vi.useFakeTimers({ toFake: ['Date'], now: OLD_NAMES_END - 1 });
  });
  afterEach(() => void vi.useRealTimers());

  const renamed = (cookie: string, set: string[] = [], cacheControl = 'no-store', isLoggedIn = true) => {
    const response = new Response(null, { headers: { 'cache-control': cacheControl } });
    for (const one of set) response.headers.append('set-cookie', one);
    renameOldCookies(new Request(APP_URL, { headers: { cookie } }), response, isLoggedIn);
    return response.headers.getSetCookie().map((one) => one.replace(/; (?!Max-Age).*?(?=;|$)/g, ''));
  };

  test('are read for 30 days, unless there is a cookie with the new name', () => {
    expect(readCookie(`${oldSession}=${TOKEN}`, 'session')).toBe(TOKEN);
    expect(readCookie(`${oldDevice}=${TOKEN}`, 'device')).toBe(TOKEN);
    expect(readCookie(`${oldSession}=${TOKEN}; ${cookieName('session')}=${OTHER}`, 'session')).toBe(OTHER);
    vi.setSystemTime(OLD_NAMES_END);
    expect(readCookie(`${oldSession}=${TOKEN}`, 'session')).toBeNull();
    expect(renamed(`${oldSession}=${TOKEN}`)).toEqual([]);
  });

  test('are repeated under the new ones with the next response, once', () => {
    const old = `${oldSession}=${TOKEN}; ${oldDevice}=${OTHER}`;
    expect(renamed(old)).toEqual([
      `${cookieName('session')}=${TOKEN}; Max-Age=2592000`,
      `${cookieName('device')}=${OTHER}; Max-Age=2592000`,
    ]);
    expect(renamed(`${old}; ${cookieName('session')}=${TOKEN}; ${cookieName('device')}=${OTHER}`)).toEqual([]);
  });

  test('are not repeated for a session that does not count', () => {
    const old = `${oldSession}=${TOKEN}; ${oldDevice}=${OTHER}`;
    expect(renamed(old, [], 'no-store', false)).toEqual([`${cookieName('device')}=${OTHER}; Max-Age=2592000`]);
  });

  test('are deleted by a response that logs in or out', () => {
    const loggedOut = httpOnlyCookie('session', null, 0);
    expect(renamed(`${oldSession}=${TOKEN}`, [loggedOut])).toEqual([
      `${cookieName('session')}=; Max-Age=0`,
      `${oldSession}=; Max-Age=0`,
    ]);
  });

  test.each([
    ['an encrypted session of Auth.js', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c'],
    ['the id of a stored session of Auth.js', '5f0e6a52-4ae3-4c8f-9d43-5dbb1b2bd0cf'],
    ['nothing', ''],
  ])('stay if they hold %s, because another application set them', (_what, value) => {
    expect(readCookie(`${oldSession}=${value}`, 'session')).toBeNull();
    expect(renamed(`${oldSession}=${value}`)).toEqual([]);
    expect(renamed(`${oldSession}=${value}`, [httpOnlyCookie('session', null, 0)])).toHaveLength(1);
  });

  test('stay with a response that a cache may keep', () => {
    expect(renamed(`${oldSession}=${TOKEN}`, [], 'public, max-age=60')).toEqual([]);
  });
});

test('cuts a cookie that is longer than any token', async () => {
  const { cookieName, readCookie } = await onOrigin(HTTP);
  expect(readCookie(`${cookieName('session')}=${'A'.repeat(8000)}`, 'session')).toHaveLength(200);
  expect(readCookie(null, 'session')).toBeNull();
});
