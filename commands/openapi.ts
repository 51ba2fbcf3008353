/** `npm run openapi`: writes lib/http/openapi/document.json, the description that /api and /api/openapi.json show. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { openApiDocument } from '#lib/http/openapi/document.ts';
import { readCalls } from './openapi/calls.ts';

// Node.js needs the file extension in imports of next/*, Next's bundler does not.
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^next\/[a-z-]+$/.test(specifier) ? `${specifier}.js` : specifier, context),
});

const calls = await readCalls();
const file = path.resolve(import.meta.dirname, '../lib/http/openapi/document.json');
writeFileSync(file, `${JSON.stringify(openApiDocument(calls), null, 2)}\n`);
console.log(`${calls.length} endpoints described`);
