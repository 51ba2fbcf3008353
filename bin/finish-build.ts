/** Last step of `npm run build`: adds compile hints to scripts and compresses files (docs/decisions/0019 and 0006). */
import path from 'node:path';
import { hintScripts } from '#server/compile-hints.ts';
import { compressStaticFiles } from '#server/static-responses.ts';

const build = path.resolve(import.meta.dirname, '../.next');
await hintScripts(build);
await compressStaticFiles(build);
