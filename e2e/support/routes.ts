import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Every `METHOD /path` that a file below app/ serves, as the access matrix names it. */
export function servedRoutes(): string[] {
  const pages = globSync('app/**/page.tsx', { cwd: root }).map((file) => `GET ${urlOf(file)}`);
  const handlers = globSync('app/**/route.ts', { cwd: root }).flatMap((file) =>
    methodsIn(file).map((method) => `${method} ${urlOf(file)}`),
  );
  return [...pages, ...handlers].toSorted();
}

function urlOf(file: string): string {
  const segments = path.dirname(path.relative('app', file)).split(path.sep);
  return `/${segments.filter((segment) => segment !== '.' && !/^\(.*\)$/.test(segment)).join('/')}`;
}

function methodsIn(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const found = source.matchAll(
    /export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b|as (GET|POST|PUT|PATCH|DELETE)\b/g,
  );
  const methods = [...found].map(([, declared, renamed]) => declared ?? renamed ?? '');
  if (!methods.length) throw new Error(`${file} exports no method that this test can see`);
  return methods;
}
