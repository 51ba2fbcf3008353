import { expect } from '@playwright/test';

/** Headers of every response (S37). */
const EVERYWHERE: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), geolocation=\(\),/,
  'cross-origin-opener-policy': /^same-origin$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
};

/** Checks the headers that every response has, and that no header reveals the software. `name` is for failures. */
export function expectHeadersOfEveryResponse(name: string, headers: Headers): void {
  for (const [header, value] of Object.entries(EVERYWHERE))
    expect.soft(headers.get(header) ?? 'none', `${header} of ${name}`).toMatch(value);
  for (const header of ['x-powered-by', 'server', 'x-aspnet-version', 'via'])
    expect.soft(headers.get(header), `${header} of ${name}`).toBeNull();
}

/** Checks what `expectHeadersOfEveryResponse` checks, and the request id and script policy of our responses (S36). */
export function expectSecureHeaders(name: string, headers: Headers): void {
  expectHeadersOfEveryResponse(name, headers);
  expect.soft(headers.get('x-request-id') ?? 'none', `x-request-id of ${name}`).toMatch(/^[0-9a-f-]{36}$/);
  expectStrictPolicy(name, headers.get('content-security-policy') ?? '');
  if (headers.getSetCookie().length)
    expect.soft(headers.get('cache-control') ?? 'none', `${name} sets a cookie (S42)`).toContain('no-store');
}

function expectStrictPolicy(name: string, policy: string): void {
  const sources = new Map(
    policy.split(';').map((directive) => {
      const [key = '', ...values] = directive.trim().split(' ');
      return [key, values.join(' ')] as const;
    }),
  );
  const of = (directive: string) => sources.get(directive) ?? sources.get('default-src') ?? 'missing';
  expect.soft(of('script-src'), `script-src of ${name}`).toMatch(/^('none'|('self' )?'(nonce|sha256)-)/);
  expect.soft(of('script-src'), `script-src of ${name}`).not.toMatch(/unsafe|https?:|\*|data:|blob:|strict-dynamic/);
  expect.soft(of('object-src'), `object-src of ${name}`).toBe("'none'");
  if (policy === "default-src 'none'") return; // the policy of files that are not documents
  for (const directive of ['base-uri', 'frame-ancestors'])
    expect.soft(sources.get(directive), `${directive} of ${name}`).toBe("'none'");
}
