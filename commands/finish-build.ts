/** The last step of `npm run build`: what browsers load of it is made quick to start and small, once instead of at every request. */
import path from 'node:path';
import { hintScripts } from '#lib/http/compile-hints.ts';
import { compressStaticFiles } from '#lib/http/ready-answers.ts';

const build = path.resolve(import.meta.dirname, '../.next');
await hintScripts(build);
await compressStaticFiles(build);
