/** The last step of `npm run build`: what browsers load of it, compressed once instead of at every request. */
import path from 'node:path';
import { compressStaticFiles } from '#lib/http/ready-answers.ts';

await compressStaticFiles(path.resolve(import.meta.dirname, '../.next'));
