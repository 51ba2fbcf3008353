import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { processState } from '#lib/base/process-state.ts';

const Release = z.object({ version: z.string(), commit: z.string().nullable() });
export type Release = z.infer<typeof Release>;

/** The file in which a build notes what it was made of (bin/finish-build.ts). It is part of the image. */
export const RELEASE_FILE = '.next/release.json';

/** Next's bundle does not know the program's folder. */
const shared = processState<{ release: Release }>('release');

/** Notes whose files this process runs. Programs that may be started in another folder call it first. */
export const runsFrom = (folder: string): void => void (shared.release = readRelease(folder));

/** The version and commit that this process runs. The commit is null without a build, and if the build knew none. */
export const release = (): Release => (shared.release ??= readRelease(process.cwd()));

/** Reads the release of the files in `folder`; exported for tests. */
export function readRelease(folder: string): Release {
  const noted = path.join(folder, RELEASE_FILE);
  if (existsSync(noted)) return Release.parse(JSON.parse(readFileSync(noted, 'utf8')));
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { version: z.object({ version: z.string() }).parse(manifest).version, commit: null };
}

/** `1.2.0 (0123456789ab)`, for people. */
export const releaseText = ({ version, commit }: Release): string => (commit ? `${version} (${commit})` : version);
