import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { urlOf } from '#bin/openapi/url-of.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Every `METHOD /path` that a file below app/ serves, as the access matrix names it. */
export function servedRoutes(): string[] {
  const pages = globSync('app/**/page.tsx', { cwd: root }).map((file) => `GET ${urlOf(file)}`);
  return [...pages, ...servedCalls()].toSorted();
}

/** The routes of `servedRoutes` without pages. */
export const servedCalls = (): string[] =>
  globSync(['app/**/route.ts', 'app/.well-known/**/route.ts'], { cwd: root }).flatMap((file) =>
    methodsIn(file).map((method) => `${method} ${urlOf(file)}`),
  );

function methodsIn(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const found = source.matchAll(
    /export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b|as (GET|POST|PUT|PATCH|DELETE)\b/g,
  );
  const methods = [...found].map(([, declared, renamed]) => declared ?? renamed ?? '');
  if (!methods.length) throw new Error(`${file} exports no method that this test can see`);
  return methods;
}
