/**
 * A separate Debian for the rehearsal, whose PID 1 is systemd: namespaces of Linux in which every change of a file lands
 * in a folder of the test, only loopback exists, and every process ends with the first one. So the commands run as they
 * are written, with their ports, paths, users and sandboxes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { until } from '#dev/stack/process.ts';
import { MINUTE } from '#lib/base/time.ts';

/** What the commands write to; everything else stays as it is on this machine. */
const CHANGED = ['/etc', '/var', '/opt', '/usr/local', '/root'];
/** Where the repository, which is read-only, and the folder of the test are on that machine. */
const REPOSITORY = '/run/repository';
export const FOLDER = '/run/rehearsal';
const UNSHARE = ['--mount', '--net', '--pid', '--ipc', '--uts', '--cgroup', '--fork', '--mount-proc', '--kill-child'];
const SYSTEMD = '/lib/systemd/systemd';
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
/** Units of Debian that would change the hardware, the kernel or the folders of this machine. */
const MASKED = [
  ...['systemd-tmpfiles-setup.service', 'systemd-tmpfiles-setup-dev.service', 'systemd-tmpfiles-clean.timer'],
  ...[
    'systemd-sysctl.service',
    'systemd-modules-load.service',
    'systemd-udevd.service',
    'systemd-udev-trigger.service',
  ],
  ...['systemd-random-seed.service', 'systemd-remount-fs.service', 'systemd-timesyncd.service'],
  ...['dev-hugepages.mount', 'dev-mqueue.mount', 'sys-kernel-debug.mount', 'sys-kernel-tracing.mount'],
  ...['sys-fs-fuse-connections.mount', 'proc-sys-fs-binfmt_misc.automount', 'tmp.mount'],
];

/** Why the rehearsal cannot run here, or null. */
export function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'root is needed';
  if (!existsSync('/etc/debian_version')) return 'Debian is needed';
  const programs = ['/usr/bin/pg_createcluster', '/usr/sbin/nginx', '/usr/bin/pgbackrest', '/usr/bin/rspamd'];
  const ofDebian12 = ['/usr/lib/postgresql/15/bin/postgres', '/usr/bin/redis-server', SYSTEMD];
  const missing = [...programs, ...ofDebian12].filter((file) => !existsSync(file));
  if (missing.length) return `${missing.join(', ')} not installed`;
  const attempt = 'mount -t tmpfs tmpfs /run && mkdir /run/group && mount -t cgroup2 cgroup2 /run/group';
  const isAllowed = findGroup() !== null && spawnSync('unshare', [...UNSHARE, 'sh', '-c', attempt]).status === 0;
  return isAllowed ? null : 'namespaces and control groups (cgroup2) need more rights than this root has';
}

/** Runs a program of this repository on such a machine, whose changes are in `folder`. Returns its exit code. */
export async function runInside(folder: string, program: string, args: string[]): Promise<number> {
  // The root of the machine's own control groups.
  const group = path.join(findGroup() ?? '', `rspamd-premium-runbook-${process.pid}`);
  mkdirSync(group);
  const script = path.join(folder, 'enter.sh');
  writeFileSync(script, entrance(folder));
  const command = `echo $$ > ${group}/cgroup.procs && exec unshare ${UNSHARE.join(' ')} sh ${script}`;
  const machine = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => machine.kill('SIGKILL'));
  try {
    const enter = ['-t', await waitForSystemd(machine.pid ?? 0), '-m', '-n', '-p', '-i', '-u', '-C', '--'];
    const node = process.execPath.replace(root, REPOSITORY);
    const inside = spawn('nsenter', [...enter, node, path.join(REPOSITORY, program), ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return await new Promise((resolve) => inside.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    machine.kill('SIGKILL'); // and with it every process of the machine
    await until(() => removeGroup(group), MINUTE, 50);
  }
}

/** Makes the machine, and becomes its systemd. */
function entrance(folder: string): string {
  const overlays = CHANGED.map((place) => {
    const [upper, work] = ['upper', 'work'].map((kind) => path.join(FOLDER, kind, place));
    return `mkdir -p ${upper} ${work}\nmount -t overlay overlay -o lowerdir=${place},upperdir=${upper},workdir=${work} ${place}`;
  });
  const devices = DEVICES.map((name) => `: > /run/dev/${name}\nmount --bind /dev/${name} /run/dev/${name}`);
  return `set -eu
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir -p ${REPOSITORY} ${FOLDER} /run/lock /run/dev
mount --rbind ${root} ${REPOSITORY}
mount -o remount,bind,ro ${REPOSITORY}
mount --bind ${folder} ${FOLDER}
${overlays.join('\n')}
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=0755 tmpfs /run/dev
${devices.join('\n')}
mkdir /run/dev/pts /run/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts /run/dev/pts
mount -t tmpfs -o mode=1777 tmpfs /run/dev/shm
ln -s pts/ptmx /run/dev/ptmx
ln -s /proc/self/fd /run/dev/fd
mount --move /run/dev /dev
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount --bind /proc/sys /proc/sys
mount -o remount,bind,ro /proc/sys
ip link set lo up
for each in ${MASKED.join(' ')}; do ln -sf /dev/null /etc/systemd/system/$each; done
systemd-tmpfiles --create --prefix=/run
printf '[Unit]\\nRequires=sysinit.target\\nAfter=sysinit.target\\n' > /etc/systemd/system/rehearsal.target
cd /
container=rehearsal exec ${SYSTEMD} --unit=rehearsal.target
`;
}

/** The id of the machine's systemd, once it is ready for commands. */
async function waitForSystemd(parent: number): Promise<string> {
  let [pid, said] = ['', ''];
  const isRunning = () => {
    pid = childOf(parent);
    if (!pid) return false;
    said = spawnSync('nsenter', ['-t', pid, '-m', '-p', 'systemctl', 'is-system-running'], { encoding: 'utf8' }).stdout;
    return said.trim() === 'running';
  };
  if (!(await until(isRunning, MINUTE, 100))) throw new Error(`the machine did not start: ${said || 'no systemd'}`);
  return pid;
}

function childOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
  } catch {
    return ''; // not started yet
  }
}

/** The folder of this process's control group (cgroup2), or null. */
function findGroup(): string | null {
  const mounted = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  return mounted && own ? path.join(mounted, own) : null;
}

/** Returns false if a process is still in it. */
function removeGroup(group: string): boolean {
  try {
    for (const entry of readdirSync(group, { withFileTypes: true }))
      if (entry.isDirectory() && !removeGroup(path.join(group, entry.name))) return false;
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}
