import { DomainError } from '#lib/base/errors.ts';
import { errorResponse } from '#lib/http/answers/error-response.ts';
import { published } from '#lib/openapi/published.ts';

type Asked = {
  method: string;
  pathname: string;
  /** the Accept header */
  accept: string;
  requestId: string;
  /** whether the OpenID provider serves this path */
  isProvider: boolean;
};
type Methods = ReadonlySet<string>;
/** The methods of each path. Paths with parameters are patterns, the most specific first. */
type RouteTable = { exact: ReadonlyMap<string, Methods>; patterns: readonly { pattern: RegExp; methods: Methods }[] };

/** Unknown paths below these get JSON, not a page. */
const CALLS = /^\/(api|admin\/api|admin\/usagegraph|account\/api|usagegraph|oauth2)(\/|$)/;
const FORMS = /^\/(login|signup|forgot|reset|change|verify|logout|userstatus)\//;

/**
 * The served routes: the endpoints of the API description, and the pages and files of the build, which allow GET.
 * `built` is Next's list of routes: the path (`/a/[id]`) of each file.
 */
export function createRouteTable(built: Readonly<Record<string, string>>): RouteTable {
  const methodsOf = new Map<string, Set<string>>();
  for (const [file, address] of Object.entries(built)) {
    const path = address.replaceAll(/\[(\w+)\]/g, '{$1}');
    if (file.endsWith('/page') || !(path in published.paths)) methodsOf.set(path, new Set(['GET', 'HEAD', 'OPTIONS']));
  }
  for (const [path, calls] of Object.entries(published.paths)) {
    const methods = methodsOf.get(path) ?? new Set<string>();
    for (const method of Object.keys(calls)) methods.add(method.toUpperCase());
    if (methods.has('GET')) methods.add('HEAD');
    methodsOf.set(path, methods.add('OPTIONS'));
  }
  return {
    exact: methodsOf,
    patterns: [...methodsOf]
      .filter(([path]) => path.includes('{'))
      .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
      .map(([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), methods })),
  };
}

/**
 * The response to a request without a route: 405 with Allow for a wrong method; 404 for an unknown path below the paths
 * of endpoints, or for any unknown path if the client prefers JSON. Null if Next or a handler should answer, for
 * example with the 404 page.
 */
export function refuseUnknownPath(table: RouteTable, asked: Asked): Response | null {
  const { method, pathname, accept, requestId, isProvider } = asked;
  const path = pathname.replace(/(?<=.)\/$/, ''); // Next redirects to the path without the slash
  const exact = table.exact.get(path);
  if (isProvider) return exact && !exact.has(method) ? oauthMethodNotAllowed(exact) : null;
  const methods = exact ?? table.patterns.find(({ pattern }) => pattern.test(path))?.methods;
  if (methods?.has(method) || method === 'OPTIONS' || path.startsWith('/_next/')) return null;
  if (methods) return methodNotAllowed(methods, requestId);
  if (!CALLS.test(path) && !FORMS.test(path) && !prefersJson(accept)) return null;
  return errorResponse(new DomainError('not_found', 'Not found.'), requestId);
}

const NO_METHOD = 'This method is not allowed here.';

/** 405 with the allowed methods. */
export const methodNotAllowed = (methods: Methods, requestId: string): Response =>
  errorResponse(new DomainError('method_not_allowed', NO_METHOD), requestId, { allow: [...methods].join(', ') });

/** 405 with the allowed methods, in the format of RFC 6749 §5.2. */
const oauthMethodNotAllowed = (methods: Methods): Response =>
  Response.json(
    { error: 'invalid_request', error_description: NO_METHOD },
    { status: 405, headers: { allow: [...methods].join(', '), 'cache-control': 'no-store' } },
  );

/**
 * True if the Accept header weights JSON higher than HTML (RFC 9110 §12.5.1). `*` counts for neither, because every
 * browser sends it.
 */
function prefersJson(accept: string): boolean {
  const qualityOf = (type: string) => {
    const range = accept.split(',').find((each) => each.split(';', 1)[0]?.trim().toLowerCase() === type);
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  };
  return qualityOf('application/json') > qualityOf('text/html');
}
