import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** V8's explicit compile hint (Chrome 136). To other browsers it is a comment. */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

const Manifest = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts that every page loads first (React, Next's router), so that a browser compiles them off the main
 * thread as they arrive, not function by function on first use (P1). `buildDir` is the build's folder (.next).
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
