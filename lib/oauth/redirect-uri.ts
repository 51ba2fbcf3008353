/** More would be a list that nobody looks after (S65). */
export const MAX_REDIRECT_URIS = 20;
const MAX_LENGTH = 2000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** com.example.app: a name its owner has (RFC 8252 §7.1). */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/;

/**
 * Why a client may not have this redirect URI, in words for its admin; null when it may (S65). https anywhere, http on
 * this machine's own loopback, and for public clients a scheme that is a domain backwards.
 */
export function redirectUriProblem(uri: string, { isPublic }: { isPublic: boolean }): string | null {
  if (!uri) return 'All redirect URIs must be filled';
  if (uri.length > MAX_LENGTH) return `A redirect URI has at most ${MAX_LENGTH} characters.`;
  if (/[\s\p{Cc}]/u.test(uri)) return 'A redirect URI has no spaces.';
  if (!/^[\x21-\x7e]*$/.test(uri)) return 'Write characters beyond ASCII percent-encoded, host names as xn--.';
  if (uri.includes('*')) return 'Wildcards are not supported: the URI is compared as a whole.';
  if (uri.includes('#')) return 'A redirect URI has no fragment (#).';
  if (/[<>"\\^`{|}]/.test(uri)) return 'This is not a complete URI, such as https://app.example.com/callback.';
  const url = URL.parse(uri);
  if (!url) return 'This is not a complete URI, such as https://app.example.com/callback.';
  if (url.username || url.password) return 'A redirect URI has no user name or password.';
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https' || scheme === 'http') return webProblem(uri, url);
  if (REVERSE_DOMAIN.test(scheme)) return isPublic ? null : 'Only public clients may use a scheme of their own.';
  return 'Use https, http on localhost, or in public clients a scheme such as com.example.app.';
}

/** Whether a URI is of an application's own scheme. */
export const isOwnScheme = (uri: string): boolean => !/^https?:/i.test(uri);

/** Where a redirect URI leads, as a person can judge it: the host, or an application's own scheme (spec §2). */
export function redirectHost(uri: string): string {
  const url = URL.parse(uri);
  if (!url) return uri;
  return isOwnScheme(uri) ? url.protocol.slice(0, -1) : url.host;
}

function webProblem(uri: string, url: URL): string | null {
  // What the parser mends is not what the application will send, and the two are compared as texts.
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'This is not a complete URI, such as https://app.example.com/callback.';
  if (!uri.startsWith(`${url.protocol}//`) || !uri.slice(url.protocol.length + 2).startsWith(url.hostname))
    return 'Write scheme and host in lower case.';
  const isLoopback = LOOPBACK.has(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) return 'Use https; http is for localhost alone.';
  return null;
}
