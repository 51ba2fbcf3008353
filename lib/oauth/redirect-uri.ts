/** The most redirect URIs of a client: longer lists tend to keep URIs that no longer belong to it (S65). */
export const MAX_REDIRECT_URIS = 20;
const MAX_LENGTH = 2000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A reversed domain name that its owner controls, such as com.example.app (RFC 8252 §7.1). */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/;

/**
 * Why a client may not have this redirect URI, as a text for the admin; null if it may (S65). Allowed are https, http
 * on loopback and, for public clients, a scheme that is a reversed domain name.
 */
export function redirectUriProblem(uri: string, { isPublic }: { isPublic: boolean }): string | null {
  if (!uri) return 'All redirect URIs must be filled';
  if (uri.length > MAX_LENGTH) return `A redirect URI can have at most ${MAX_LENGTH} characters.`;
  if (/[\s\p{Cc}]/u.test(uri)) return 'A redirect URI must have no spaces.';
  if (!/^[\x21-\x7e]*$/.test(uri)) return 'Percent-encode characters beyond ASCII, and write host names as xn--.';
  if (uri.includes('*')) return 'Wildcards are not supported: the URI is compared as a whole.';
  if (uri.includes('#')) return 'A redirect URI must have no fragment (#).';
  if (/[<>"\\^`{|}]/.test(uri)) return 'This is not a complete URI, such as https://app.example.com/callback.';
  const url = URL.parse(uri);
  if (!url) return 'This is not a complete URI, such as https://app.example.com/callback.';
  if (url.username || url.password) return 'A redirect URI must have no user name or password.';
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https' || scheme === 'http') return webProblem(uri, url);
  if (REVERSE_DOMAIN.test(scheme)) return isPublic ? null : 'Only public clients may use a scheme of their own.';
  return 'Use https, http on localhost or, for public clients, a scheme such as com.example.app.';
}

/**
 * What an admin should know about a redirect URI that is allowed but that openid-client, and what is built on it, cannot
 * use; null if there is nothing. It builds the URI again from the URL in the browser.
 */
export function redirectUriHint(uri: string): string | null {
  const url = isOwnScheme(uri) ? null : URL.parse(uri);
  if (!url || !(url.search || !uri.slice(url.origin.length))) return null;
  return 'Clients built on openid-client need a path and no query. Others may use this URI.';
}

/**
 * Why a client may not have this back-channel logout URI, as a text for the admin; null if it may, or if the URI is
 * empty.
 */
export function logoutUriProblem(uri: string): string | null {
  if (!uri) return null;
  const url = uri.length <= MAX_LENGTH && /^[\x21-\x7e]*$/.test(uri) ? URL.parse(uri) : null;
  if (!url || !/^https?:$/.test(url.protocol) || /[<>"\\^`{|}#*]/.test(uri) || url.username || url.password)
    return 'This is not a complete URL, such as https://app.example.com/logout.';
  return webProblem(uri, url);
}

/** Whether a URI has a scheme that belongs to one application. */
export const isOwnScheme = (uri: string): boolean => !/^https?:/i.test(uri);

/** The part of a redirect URI that a user can judge: the host, or the scheme of an installed application. */
export function redirectHost(uri: string): string {
  const url = URL.parse(uri);
  if (!url) return uri;
  return isOwnScheme(uri) ? url.protocol.slice(0, -1) : url.host;
}

function webProblem(uri: string, url: URL): string | null {
  // URIs are compared as strings, so a URI that the parser corrected would never match what the client sends.
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'This is not a complete URI, such as https://app.example.com/callback.';
  if (/^https?:\/\/[^/?:]*\.(?:[/?:]|$)/i.test(uri)) return 'Write the host without a dot at its end.';
  if (!uri.startsWith(`${url.protocol}//`) || !uri.slice(url.protocol.length + 2).startsWith(url.hostname))
    return 'Write scheme and host in lower case.';
  const isLoopback = LOOPBACK.has(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) return 'Use https; http is for localhost only.';
  return null;
}
