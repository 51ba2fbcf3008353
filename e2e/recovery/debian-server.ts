/** A PostgreSQL server from Debian's packages in a folder, as the user `postgres`, whose WAL pgBackRest archives. */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
} from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { isAlive, processesIn, signal, until } from '#dev/stack/process.ts';
import { capture } from '#dev/tests/capture.ts';
import { MINUTE } from '#lib/base/time.ts';

const VERSIONS = '/usr/lib/postgresql';
const STANZA = 'premium';
const PASSPHRASE = 'a passphrase of the rehearsal';

export type DebianServer = Awaited<ReturnType<typeof createServer>>;

/** Creates the server in an empty folder and starts it. Throws with the programs' output if one of them fails. */
export async function createServer(folder: string) {
  const [version] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  if (!version) throw new Error(`There is no PostgreSQL in ${VERSIONS}: install postgresql and pgbackrest.`);
  const bin = (name: string) => path.join(VERSIONS, version, 'bin', name);
  const ids = { uid: idOf('-u'), gid: idOf('-g') };
  const [data, repository] = [path.join(folder, 'postgres/data'), path.join(folder, 'repository')];
  const port = await freePort();
  chmodSync(folder, 0o711);
  for (const dir of [path.dirname(data), repository]) {
    mkdirSync(dir, { mode: 0o700 });
    chownSync(dir, ids.uid, ids.gid);
  }
  // postgres may not have read permission in the project's repository.
  for (const file of ['pgbackrest.conf', 'archive.conf'])
    cpSync(path.join(root, 'deploy/pgbackrest', file), path.join(folder, file));
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    PGBACKREST_CONFIG: path.join(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: PASSPHRASE,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: path.dirname(data),
    PGBACKREST_LOCK_PATH: path.join(repository, 'lock'),
  };
  let server: { pid: number } | undefined;

  async function run(file: string, ...args: string[]): Promise<string> {
    const { uid, gid } = ids;
    const command = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--', file, ...args];
    const { code, output } = await capture(command[0] ?? '', command.slice(1), { env, cwd: '/' });
    if (code) throw new Error(`${path.basename(file)} ${args.join(' ')} failed:\n${output}`);
    return output;
  }

  /** Waits until the server accepts connections for writing, which it does only after recovery. */
  async function start(): Promise<void> {
    const log = openSync(path.join(folder, 'postgres.log'), 'a', 0o600);
    const child = spawn(bin('postgres'), ['-D', data], {
      ...ids,
      env,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const pid = child.pid ?? 0;
    server = { pid };
    const isPrimary = async () => {
      if (!isAlive(pid)) return true;
      const asked = await capture(bin('psql'), ['-XAtd', url('postgres'), '-c', 'SELECT pg_is_in_recovery()'], { env });
      return asked.output.trim() === 'f';
    };
    if (!(await until(isPrimary, 5 * MINUTE, 100)) || !isAlive(pid))
      throw new Error(`PostgreSQL did not start; see ${path.join(folder, 'postgres.log')}`);
  }

  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;

  /** Kills the postmaster, and then what is left of the server's processes three seconds later. */
  async function kill(): Promise<void> {
    if (server) signal(server.pid, 'SIGKILL');
    if (await until(() => !processesIn(data).length, 3000)) return;
    for (const pid of processesIn(data)) signal(pid, 'SIGKILL');
    await until(() => !processesIn(data).length, 5000);
  }

  await run(bin('initdb'), '-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8');
  const settings = [
    `include '${path.join(folder, 'archive.conf')}'`,
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${path.dirname(data)}'`,
    `max_connections = 100`,
  ];
  appendFileSync(path.join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
  await start();

  return {
    version,
    url,
    run,
    start,
    kill,
    log: () => readFileSync(path.join(folder, 'postgres.log'), 'utf8'),
    psql: (database: string, statement: string) => run(bin('psql'), '-XAtd', url(database), '-c', statement),
    /** Runs pgBackRest on the stanza. */
    backrest: (command: string, ...options: string[]) =>
      run('/usr/bin/pgbackrest', `--stanza=${STANZA}`, ...options, command),
    /** Loses the disk of a killed server: its data and the WAL that was not archived. */
    lose: () => run('/bin/rm', '-rf', '--', data),
  };
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
