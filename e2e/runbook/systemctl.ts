/**
 * `node e2e/runbook/systemctl.ts COMMAND UNIT…`: replaces systemctl where systemd is not PID 1. Starts the ExecStart
 * line of our units in /etc/systemd/system with their user, folder and environment files, and Debian's services by their
 * own programs. It knows nothing of sandboxes, which `systemd-analyze` judges (deploy/systemd/units.test.ts).
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive, signal, until } from '#dev/stack/process.ts';
import { MINUTE } from '#lib/time.ts';
import { environmentOf, readUnit, type Unit } from './unit.ts';

const UNITS = '/etc/systemd/system';
const STATE = '/run/units';
/** Debian's services, which bring units that this program does not read. */
const DEBIAN: Readonly<Record<string, { start: string; stop: string; reload: string }>> = {
  postgresql: {
    start: 'pg_ctlcluster 15 main start',
    stop: 'pg_ctlcluster 15 main stop -m fast',
    reload: 'pg_ctlcluster 15 main reload',
  },
  nginx: {
    start: 'nginx',
    stop: 'nginx -s quit; while [ -s /run/nginx.pid ]; do sleep 0.1; done',
    reload: 'nginx -s reload',
  },
  rspamd: {
    start: 'install -d -o _rspamd -g _rspamd /run/rspamd && runuser -u _rspamd -- rspamd -c /etc/rspamd/rspamd.conf',
    stop: 'kill "$(cat /run/rspamd/rspamd.pid)"',
    reload: 'kill -HUP "$(cat /run/rspamd/rspamd.pid)"',
  },
  'redis-server': { start: 'redis-server --daemonize yes', stop: 'redis-cli shutdown', reload: 'true' },
};

const pidFile = (name: string) => path.join(STATE, `${name}.pid`);

mkdirSync(STATE, { recursive: true });
const [command, ...rest] = process.argv.slice(2);
const names = rest.filter((each) => !each.startsWith('-'));
const isNow = rest.includes('--now');
try {
  for (const name of names) await act(name);
} catch (error) {
  console.error(`systemctl ${command}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function act(name: string): Promise<void> {
  const debian = DEBIAN[name];
  if (debian) return actOnDebian(debian);
  if (name.endsWith('.timer')) return void readUnit(path.join(UNITS, name), name); // it must exist
  if (command === 'stop' || command === 'restart') await stop(name);
  if (command === 'start' || command === 'restart' || (command === 'enable' && isNow)) await start(name);
}

function actOnDebian({ start, stop, reload }: { start: string; stop: string; reload: string }): void {
  const shell = (line: string) => execFileSync('sh', ['-c', line], { stdio: 'inherit' });
  if (command === 'restart')
    try {
      shell(`(${stop}) 2>/dev/null`);
    } catch {
      // it was not running
    }
  if (command === 'stop') shell(stop);
  else if (command === 'reload') shell(reload);
  else shell(start);
}

async function start(name: string): Promise<void> {
  const unit = readUnit(unitFile(name), name);
  const log = openSync(path.join(STATE, `${name}.log`), 'a', 0o600);
  for (const folder of unit.all('StateDirectory'))
    execFileSync('install', ['-d', '-m', '0700', '-o', unit.one('User'), path.join('/var/lib', folder)]);
  const user = unit.one('User');
  const identity = ['setpriv', `--reuid=${user}`, `--regid=${unit.one('Group')}`, '--init-groups', '--no-new-privs'];
  const child = spawn(identity[0] ?? '', [...identity.slice(1), '--', ...unit.one('ExecStart').split(/\s+/)], {
    cwd: unit.one('WorkingDirectory') || '/',
    env: {
      ...environmentOf(unit),
      STATE_DIRECTORY: unit
        .all('StateDirectory')
        .map((each) => `/var/lib/${each}`)
        .join(':'),
    } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', log, log],
  });
  if (unit.one('Type') !== 'oneshot') {
    writeFileSync(pidFile(name), String(child.pid));
    child.unref();
    return;
  }
  const code = await new Promise((resolve) => child.once('exit', resolve));
  for (const line of code === 0 ? unit.all('ExecStartPost') : [])
    execFileSync('runuser', ['-u', user, '--', 'sh', '-c', line], { cwd: '/', stdio: 'inherit' });
  if (code !== 0)
    throw new Error(`${name} failed with ${String(code)}:\n${readFileSync(path.join(STATE, `${name}.log`), 'utf8')}`);
}

function unitFile(name: string): string {
  const file = path.join(UNITS, `${name}.service`);
  return existsSync(file) ? file : path.join(UNITS, `${name.split('@')[0] ?? ''}@.service`);
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidFile(name))) return;
  const pid = Number(readFileSync(pidFile(name), 'utf8'));
  const unit: Unit = readUnit(unitFile(name), name);
  signal(pid, 'SIGTERM');
  if (!(await until(() => !isAlive(pid), Number(unit.one('TimeoutStopSec') || 90) * 1000, 50))) {
    signal(pid, 'SIGKILL');
    await until(() => !isAlive(pid), MINUTE, 50);
  }
  rmSync(pidFile(name));
}
