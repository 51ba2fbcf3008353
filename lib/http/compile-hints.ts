import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** V8's explicit compile hint (Chrome 136); to other browsers a comment. */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

const Manifest = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts that every page starts with (React, Next's router): a browser compiles them as they arrive, beside
 * the main thread, and not function by function at the first call (P1). `buildDir` is the build's folder (.next).
 */
export async function hintScripts(buildDir: string): Promise<void> {
  const manifest = await readFile(path.join(buildDir, 'build-manifest.json'), 'utf8');
  const { rootMainFiles } = Manifest.parse(JSON.parse(manifest));
  await Promise.all(rootMainFiles.map((name) => hint(path.join(buildDir, name))));
}

async function hint(file: string): Promise<void> {
  const script = await readFile(file, 'utf8');
  if (!script.startsWith(COMPILE_HINT)) await writeFile(file, COMPILE_HINT + script);
}
