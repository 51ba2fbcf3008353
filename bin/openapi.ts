/** Writes generated/openapi.json: the description that /api and /api/openapi.json show. */
import '#lib/base/one-line-errors.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { openApiDocument } from '#lib/openapi/document.ts';
import { readCalls } from './openapi/calls.ts';

// Node.js needs the file extension in imports of next/*, Next's bundler does not.
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^next\/[a-z-]+$/.test(specifier) ? `${specifier}.js` : specifier, context),
});

const document = openApiDocument(await readCalls());
const folder = path.resolve(import.meta.dirname, '../generated');
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
