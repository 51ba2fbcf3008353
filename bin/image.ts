/**
 * `node bin/image.ts FOLDER`: the last step of the image's build stage. Copies the files that production runs into a
 * new folder, which the Dockerfile's final stage copies.
 */
import '#lib/base/one-line-errors.ts';
import { makeImage } from './image/make-image.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node bin/image.ts FOLDER');
  process.exit(2);
}
const { files, packages } = makeImage(folder);
console.log(`${files} files of the product and ${packages} packages in ${folder}`);
