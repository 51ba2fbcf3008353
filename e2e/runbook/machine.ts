/**
 * A separate Debian for the rehearsal: namespaces of Linux in which every change of a file lands in a folder of the
 * test, only loopback exists, and every process ends with the first one. So the commands run as they are written, with
 * their ports, paths and users.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the commands write to; everything else stays as it is on this machine. */
const CHANGED = ['/etc', '/var', '/opt', '/usr/local', '/root'];
const UNSHARE = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--mount-proc', '--kill-child'];

/** Why the rehearsal cannot run here, or null. */
export function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'root is needed';
  if (!existsSync('/etc/debian_version')) return 'Debian is needed';
  const programs = ['/usr/bin/pg_createcluster', '/usr/sbin/nginx', '/usr/bin/pgbackrest', '/usr/bin/rspamd'];
  const missing = [...programs, '/usr/bin/redis-server', '/usr/bin/systemd-analyze'].filter(
    (file) => !existsSync(file),
  );
  if (missing.length) return `${missing.join(', ')} not installed`;
  return spawnSync('unshare', [...UNSHARE, 'true']).status === 0
    ? null
    : 'unshare needs more rights than this root has';
}

/** Runs a program of this repository on such a machine, whose changes are in `folder`. Returns its exit code. */
export async function runInside(folder: string, program: string, args: string[]): Promise<number> {
  const overlays = CHANGED.map((place) => {
    const [upper, work] = ['upper', 'work'].map((kind) => path.join(folder, kind, place));
    for (const each of [upper, work]) mkdirSync(each ?? '', { recursive: true });
    return `mount -t overlay overlay -o lowerdir=${place},upperdir=${upper},workdir=${work} ${place}`;
  });
  const script = path.join(folder, 'enter.sh');
  writeFileSync(
    script,
    [
      'set -eu',
      ...overlays,
      'mount -t tmpfs -o mode=0755 tmpfs /run',
      'mount -t tmpfs -o mode=1777 tmpfs /dev/shm',
      'mkdir -p /run/lock',
      'ip link set lo up',
      'exec "$@"',
      '',
    ].join('\n'),
  );
  const command = [...UNSHARE, 'sh', script, process.execPath, program, ...args];
  const child = spawn('unshare', command, { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => child.kill('SIGKILL'));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
