import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isListening } from '../stack/ports.ts';
import { until } from '../stack/process.ts';
import { isRoot } from './apt.ts';

const PROGRAMS = ['/usr/bin/rspamd', '/usr/bin/rspamadm', '/usr/bin/rspamc', '/usr/bin/redis-server'];
/** Whether Rspamd and Redis are installed. `npm run test:soak` installs them when it runs as root. */
export const areInstalled = PROGRAMS.every((file) => existsSync(file));

/** The programs of an Rspamd, and the folder of its stock configuration. */
export type Installation = { rspamd: string; rspamadm: string; rspamc: string; stock: string };

/** An Rspamd below a prefix: `/usr` for Debian's, or where another was installed. */
export const installationAt = (prefix: string): Installation => ({
  rspamd: path.join(prefix, 'bin/rspamd'),
  rspamadm: path.join(prefix, 'bin/rspamadm'),
  rspamc: path.join(prefix, 'bin/rspamc'),
  stock: prefix === '/usr' ? '/etc/rspamd' : path.join(prefix, 'etc/rspamd'),
});
const DEBIAN = installationAt('/usr');

/**
 * A newer Rspamd instead of Debian's, for what that one cannot do: `RSPAMD_PREFIX=/opt/rspamd npm run test:soak -- …`.
 * It must be able to read a key map (3.8.2).
 */
export const NEWER = process.env.RSPAMD_PREFIX;
export const CHOSEN = NEWER ? installationAt(NEWER) : DEBIAN;
/** `KEYS_FORM` of an agent beside the chosen Rspamd, and the name of the file that it then writes. */
export const KEYS_FORM = NEWER ? 'map' : 'static';
export const KEYS_FILE = NEWER ? 'keys.json' : 'keypairs.conf';

/** Rspamd's own user, as under systemd, if we are root. Otherwise undefined: programs run as the current user. */
const identity = (): { uid: number; gid: number } | undefined => {
  if (!isRoot()) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, '_rspamd'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
};

type Program = { output: () => string; signal: (name: NodeJS.Signals) => void; stop: () => Promise<void> };

/** Starts a program and waits until it is ready. Throws with its output if it does not start. */
async function start(file: string, args: string[], isReady: () => Promise<boolean>, as = identity()): Promise<Program> {
  const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM');
    if (!(await until(hasEnded, 15_000))) child.kill('SIGKILL');
  };
  if ((await until(async () => hasEnded() || (await isReady()), 60_000)) && !hasEnded())
    return { output: () => output, signal: (name) => void child.kill(name), stop };
  await stop();
  throw new Error(`${file} did not start:\n${output}`);
}

/** Makes a temporary folder that Rspamd can read and write, with a subfolder for the agent. */
export function makeFolder(): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'interop-'));
  mkdirSync(path.join(folder, 'agent'));
  own(folder);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function startRedis(folder: string, port: number): Promise<Program> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  return start('/usr/bin/redis-server', args, () => isListening(port));
}

/** Turns off DNS and Hyperscan, whose compilation slows the start, and logs to the console. */
const SURROUNDINGS = {
  'local.d/options.inc':
    'dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; }\ndisable_hyperscan = true;\n',
  'local.d/logging.inc': 'type = "console";\nlevel = "notice";\n',
};

/** Turns off Debian's default rule, which queries a public storage. */
const WITHOUT_PUBLIC_STORAGE = '\nrule "rspamd.com" { enabled = false; }\n';

type Counts = { checked: number; hits: number; errors: number };

/** The stock rspamd.conf with these files as overrides, as an administrator would write them below /etc/rspamd. */
export class Rspamd {
  readonly socket: string;
  private readonly folder: string;
  private readonly installation: Installation;
  private readonly variables: string[];
  private program: Program | undefined;

  constructor(folder: string, files: Record<string, string>, installation = CHOSEN) {
    this.installation = installation;
    const data = path.join(folder, 'data');
    mkdirSync(data, { recursive: true });
    writeFileSync(path.join(data, 'tld'), 'example\n');
    const options = `${SURROUNDINGS['local.d/options.inc']}url_tld = "${data}/tld";\n`;
    this.folder = folder;
    this.write({ ...SURROUNDINGS, ...files, 'local.d/options.inc': options });
    const places = { CONFDIR: installation.stock, LOCAL_CONFDIR: folder, DBDIR: data, RUNDIR: data, LOGDIR: data };
    this.variables = Object.entries(places).map(([name, value]) => `--var=${name}=${value}`);
    this.socket = path.join(data, 'rspamd.sock');
  }

  /** Writes files of the configuration. */
  private write(files: Record<string, string>): void {
    const { folder } = this;
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(
        path.join(folder, name),
        text + (name === 'local.d/fuzzy_check.conf' ? WITHOUT_PUBLIC_STORAGE : ''),
      );
    }
    own(folder);
  }

  /** The output of `rspamadm configtest -s`. */
  async configtest(): Promise<string> {
    return this.rspamadm('configtest', '-s');
  }

  /** A section of the configuration, as Rspamd has parsed it. */
  async section(name: string): Promise<unknown> {
    const text = await this.rspamadm('configdump', '-C', name);
    // If a section occurs several times, Rspamd 4 prints each object on its own line.
    const objects = text.split('\n').filter((line) => line.startsWith('{'));
    return Object.assign({}, ...objects.map((line) => JSON.parse(line) as object));
  }

  async start(port: number): Promise<void> {
    const args = ['-f', '-c', path.join(this.installation.stock, 'rspamd.conf'), ...this.variables];
    const isReady = async () => existsSync(this.socket) && (await isListening(port));
    this.program = await start(this.installation.rspamd, args, isReady);
  }

  /** Replaces files and reloads, as `systemctl reload rspamd` does. The old workers answer until the new ones run. */
  reload(files: Record<string, string>): void {
    this.write(files);
    this.program?.signal('SIGHUP');
  }

  async stop(): Promise<void> {
    await this.program?.stop();
  }

  output = () => this.program?.output() ?? '';

  /**
   * The counters of a key from fuzzystat, summed over the workers. Null if no worker knows the key, undefined while a
   * worker does not answer (right after a reload).
   */
  async counts(keyId: string): Promise<Counts | null | undefined> {
    const text = await this.rspamadm('control', '-s', this.socket, '-t', '30', '-j', 'fuzzystat');
    type Listed = { checked: number; matched: number; errors: number };
    const { workers } = JSON.parse(text) as { workers: Record<string, { data?: { keys: Record<string, Listed> } }> };
    if (Object.values(workers).some(({ data }) => !data)) return undefined;
    const found = Object.values(workers).flatMap(({ data }) => data?.keys[keyId] ?? []);
    const sum = (name: keyof Listed) => found.reduce((total, counts) => total + counts[name], 0);
    return found.length ? { checked: sum('checked'), hits: sum('matched'), errors: sum('errors') } : null;
  }

  /** Writes learned hashes to Redis immediately. Rspamd itself does so from time to time. */
  async sync(): Promise<void> {
    await this.rspamadm('control', '-s', this.socket, 'fuzzysync');
  }

  private rspamadm(...args: string[]): Promise<string> {
    return run(this.installation.rspamadm, [...this.variables, ...args]);
  }
}

/** Runs a program as Rspamd's user and returns stdout and stderr. Throws if it fails. */
export async function run(file: string, args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(file, args, { ...identity(), cwd: '/', timeout: 60_000 });
  return stdout + stderr;
}

function own(folder: string) {
  const user = identity();
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

/** A message with a text that no other message has. */
export const message = (marker: string): string =>
  [
    'From: sender@spam.example',
    'To: recipient@example.com',
    `Subject: ${marker}`,
    `Message-ID: <${marker}@spam.example>`,
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    Array.from({ length: 40 }, (_, index) => `word${index}${marker.slice(index % 20, (index % 20) + 6)}`).join(' '),
    '',
  ].join('\r\n');
