import path from 'node:path';

/** The URL path that a file under app/ serves, with its parameters as the folders name them. */
export function urlOf(file: string): string {
  const segments = path.dirname(path.relative('app', file)).split(path.sep);
  return `/${segments.filter((segment) => segment !== '.' && !/^\(.*\)$/.test(segment)).join('/')}`;
}

/** The URL path with its parameters in OpenAPI's notation: `/users/{id}`. */
export const openApiPathOf = (file: string): string => urlOf(file).replaceAll(/\[(\w+)\]/g, '{$1}');
