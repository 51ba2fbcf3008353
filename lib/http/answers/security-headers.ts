import { createHash } from 'node:crypto';
import { env } from '#lib/base/settings/env.ts';

/** Headers of every response, errors and OAuth endpoints included (S37). */
export const securityHeaders = (): Readonly<Record<string, string>> =>
  (headers ??= {
    // The company may have subdomains that answer plain http only, so they are the operator's choice.
    'strict-transport-security': `max-age=31536000${env().HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`,
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
  });
let headers: Readonly<Record<string, string>> | undefined;

type PolicyInput = { path: string; nonce: string | null; inlineHashes: readonly string[]; isDevelopment: boolean };

const CONSENT_PAGE = '/oauth2/authorize';
/** Pages with a form that ends at another site: the client's, or Stripe's checkout. */
const LEAD_TO_OTHER_SITES = new Set([CONSENT_PAGE, '/buy/choose', '/buy/details']);

/**
 * The Content-Security-Policy of a path (S36). Scripts run by this request's nonce or, on a prerendered page (nonce
 * null), by the hash of an inline script. Static files get a short policy, because headers are not compressed. The
 * pages in LEAD_TO_OTHER_SITES have no form-action, which would block the redirect to another site.
 */
export function contentSecurityPolicy({ path, nonce, inlineHashes, isDevelopment }: PolicyInput): string {
  if (isStaticFile(path)) return "default-src 'none'";
  const scripts = [
    "'self'",
    ...(nonce === null ? [] : [`'nonce-${nonce}'`]),
    ...inlineHashes.map((hash) => `'${hash}'`),
    ...(isDevelopment ? ["'unsafe-eval'"] : []),
  ];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(LEAD_TO_OTHER_SITES.has(path) ? [] : ["form-action 'self'"]),
  ].join('; ');
}

/**
 * The policy of a page written outside Next: only its own inline scripts run. It has no form-action, because the OpenID
 * provider's pages post to a client's URL, which has already been validated.
 */
export const documentPolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${
      inlineScriptHashes(html)
        .map((hash) => `'${hash}'`)
        .join(' ') || "'none'"
    }`,
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const TOKEN_PAGES = new Set(['/reset-password', '/verify-email', '/change-email', '/change-email/undo']);

/** Pages whose URL holds a token send no referrer (S15). The consent form must send its Origin. */
export function referrerPolicy(path: string): string {
  if (TOKEN_PAGES.has(path)) return 'no-referrer';
  return path === CONSENT_PAGE ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** The CSP hashes of a page's inline scripts. Structured data is not a script. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}

const isStaticFile = (path: string) => path.startsWith('/_next/static/');
