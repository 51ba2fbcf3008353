/** Installs Debian packages that tests need, when running as root. */
import { capture } from './capture.ts';

/** Keeps service managers from starting an installed service: tests start the services that they need. */
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

export const isRoot = () => process.getuid?.() === 0;

/** Does nothing unless run as root. Never throws: the caller checks whether the files exist. */
export async function installPackages(...names: string[]): Promise<void> {
  if (!isRoot()) return;
  await capture('apt-get', ['update'], { env: QUIET });
  await capture('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env: QUIET });
}
