/** Debian packages that tests need, installed where we are root. */
import { capture } from './capture.ts';

/** Service managers ask this before they start what was just installed: a test starts what it needs by itself. */
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

export const isRoot = () => process.getuid?.() === 0;

/** Installs packages; does nothing for an ordinary user. What came of it the caller sees on the disk. */
export async function installPackages(...names: string[]): Promise<void> {
  if (!isRoot()) return;
  await capture('apt-get', ['update'], { env: QUIET });
  await capture('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env: QUIET });
}
