const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Where to redirect a page request sent to a loopback address: the same path under APP_URL, because cookies and links
 * are bound to it. Null if no redirect is needed.
 */
export function loopbackRedirect(
  request: {
    method?: string | undefined;
    url?: string | undefined;
    headers: Readonly<Record<string, string | string[] | undefined>>;
  },
  appUrl: string,
): string | null {
  const { host = '', accept = '' } = request.headers;
  if (request.method !== 'GET' || typeof host !== 'string' || !LOOPBACK.test(host)) return null;
  if (!String(accept).includes('text/html') || new URL(appUrl).host === host) return null;
  const path = request.url?.startsWith('/') ? request.url : '/';
  return appUrl + path;
}
