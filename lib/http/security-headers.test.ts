import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, inlineScriptHashes, referrerPolicy } from './security-headers.ts';

const policy = (path: string, isDevelopment = false) =>
  contentSecurityPolicy({ path, nonce: 'bm9uY2U=', inlineHashes: ['sha256-abc='], isDevelopment });

test('S36 scripts run by nonce or hash alone, and nothing may frame us or be an object', () => {
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

test('a file of the build gets a short policy', () =>
  expect(policy('/_next/static/chunks/a.js')).toBe("default-src 'none'"));

test('structured data is no script, and needs no hash', () => {
  const data = '<script type="application/ld+json">{}</script>';
  expect(inlineScriptHashes(`${data}<script>a()</script>`)).toHaveLength(1);
});

test('only development may evaluate', () => expect(policy('/', true)).toMatch(/script-src[^;]*'unsafe-eval'/));

test('the consent page has no form-action, which would stop its redirect to the client', () =>
  expect(policy('/oauth2/authorize')).not.toContain('form-action'));

test.each([
  ['/reset-password', 'no-referrer'],
  ['/change-email', 'no-referrer'],
  ['/change-email/undo', 'no-referrer'],
  ['/verify-email', 'no-referrer'],
  ['/oauth2/authorize', 'same-origin'],
  ['/', 'strict-origin-when-cross-origin'],
])('S15 S37 the referrer policy of %s is %s', (path, expected) => expect(referrerPolicy(path)).toBe(expected));

test('the hashes are those of the inline scripts, and of no other', () => {
  const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
  const html =
    '<script>a()</script><script src="/x.js"></script><script id="d" type="application/json">{"b":1}\n</script>';
  expect(inlineScriptHashes(html)).toEqual([hash('a()'), hash('{"b":1}\n')]);
});
