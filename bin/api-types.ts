/** Writes generated/api.ts: the type of each handler in app/ by its endpoint, such as `GET /account/api/sessions`. */
import '#lib/base/one-line-errors.ts';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiPathOf } from './openapi/url-of.ts';

const root = path.resolve(import.meta.dirname, '..');
const HANDLER = /(?:^export const |\bas )(GET|POST|PUT|PATCH|DELETE)\b/gm;

const files = globSync('app/**/route.ts', { cwd: root }).toSorted();
const entries = files.flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(HANDLER)].map(
    ([, method]) => `  '${method} ${openApiPathOf(file)}': typeof import('#${file}').${method};`,
  ),
);
mkdirSync(path.join(root, 'generated'), { recursive: true });
writeFileSync(
  path.join(root, 'generated/api.ts'),
  ['/* Made by bin/api-types.ts. */', 'export type Handlers = {', ...entries, '};', ''].join('\n'),
);
