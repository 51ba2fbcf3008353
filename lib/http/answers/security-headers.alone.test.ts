import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { contentSecurityPolicy, documentPolicy, inlineScriptHashes, referrerPolicy } from './security-headers.ts';

const policy = (path: string, isDevelopment = false) =>
  contentSecurityPolicy({ path, nonce: 'bm9uY2U=', inlineHashes: ['sha256-abc='], isDevelopment });

test('allows scripts by nonce or hash only, and neither frames nor plugins (S36)', () => {
  const text = policy('/dashboard');
  expect(text).toContain("script-src 'self' 'nonce-bm9uY2U=' 'sha256-abc=';");
  expect(text).not.toMatch(/script-src[^;]*unsafe-/);
  for (const rule of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "connect-src 'self'",
  ])
    expect(text).toContain(rule);
});

test('allows a page outside Next its inline scripts and styles, and images and fonts of this site (S36)', () =>
  expect(documentPolicy('<style></style>')).toBe(
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; " +
      "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ));

test('gives static files a short policy', () => expect(policy('/_next/static/chunks/a.js')).toBe("default-src 'none'"));

test('computes no hash for structured data', () => {
  const data = '<script type="application/ld+json">{}</script>';
  expect(inlineScriptHashes(`${data}<script>a()</script>`)).toHaveLength(1);
});

test('allows eval in development', () => expect(policy('/', true)).toMatch(/script-src[^;]*'unsafe-eval'/));

test.each(['/oauth2/authorize', '/buy/choose', '/buy/details'])(
  'omits form-action on %s, where it would block the redirect',
  (path) => expect(policy(path)).not.toContain('form-action'),
);

test.each([
  ['/reset-password', 'no-referrer'],
  ['/change-email', 'no-referrer'],
  ['/change-email/undo', 'no-referrer'],
  ['/verify-email', 'no-referrer'],
  ['/oauth2/authorize', 'same-origin'],
  ['/', 'strict-origin-when-cross-origin'],
])('sets the referrer policy of %s to %s (S15, S37)', (path, expected) => expect(referrerPolicy(path)).toBe(expected));

test('computes the hashes of inline scripts only', () => {
  const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
  const html =
    '<script>a()</script><script src="/x.js"></script><script id="d" type="application/json">{"b":1}\n</script>';
  expect(inlineScriptHashes(html)).toEqual([hash('a()'), hash('{"b":1}\n')]);
});

test.each([
  ['0', 'max-age=31536000'],
  ['1', 'max-age=31536000; includeSubDomains'],
])('keeps browsers on https for a year, and those of subdomains with HSTS_SUBDOMAINS=%s as %s', async (flag, value) => {
  useTestEnvironment();
  vi.stubEnv('HSTS_SUBDOMAINS', flag);
  vi.resetModules(); // the headers are made once
  const { securityHeaders } = await import('./security-headers.ts');
  expect(securityHeaders()['strict-transport-security']).toBe(value);
});
