import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { codeOf } from './failure.ts';

type Owned = { mode?: number; owner?: [uid: number, gid: number] };

/** Replaces a file atomically: even after a crash of the host it is either the old or the new one. */
export function writeWhole(file: string, text: string, { mode = 0o600, owner }: Owned = {}): void {
  const temporary = `${file}.new`;
  fs.rmSync(temporary, { force: true });
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  try {
    fs.writeFileSync(descriptor, text);
    if (owner) fs.fchownSync(descriptor, ...owner);
    fs.fchmodSync(descriptor, mode);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

/**
 * Keeps the owner and mode of an existing file, but removes access for others. A new file gets mode 0600 and the owner
 * of its folder.
 */
export function writeKeys(file: string, text: string): void {
  const old = fs.statSync(file, { throwIfNoEntry: false });
  const { uid, gid } = old ?? fs.statSync(path.dirname(file));
  const mode = old ? old.mode & 0o660 : 0o600;
  writeWhole(file, text, process.getuid?.() === 0 ? { mode, owner: [uid, gid] } : { mode });
}

/**
 * Prepares a file for a secret that is not known yet. `save` makes the file appear, complete: a new one with mode 0640
 * for `group`, or 0600 without a group. Throws instead of overwriting a file that was created in the meantime. With
 * `replaces`, the file keeps its owner, group and mode, but loses access for others.
 */
export function openSecret(file: string, { replaces, group }: { replaces: boolean; group: number | null }) {
  const target = replaces ? fs.realpathSync(file) : file;
  const old = replaces ? fs.statSync(target) : null;
  const temporary = `${target}.${process.pid}.new`;
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  const isRoot = process.getuid?.() === 0;
  return {
    save(text: string): void {
      fs.writeFileSync(descriptor, text);
      if (isRoot) fs.fchownSync(descriptor, old?.uid ?? 0, old?.gid ?? group ?? 0);
      fs.fchmodSync(descriptor, old ? old.mode & 0o660 : isRoot && group !== null ? 0o640 : 0o600);
      fs.fsyncSync(descriptor);
      if (replaces) fs.renameSync(temporary, target);
      else fs.linkSync(temporary, target); // unlike a rename, refuses to overwrite
      syncFolder(path.dirname(target));
    },
    close(): void {
      fs.closeSync(descriptor);
      fs.rmSync(temporary, { force: true });
    },
  };
}

/** The id of a group of this host, or null if there is no group with this name. */
export function groupId(name: string): number | null {
  const line = (readIfThere('/etc/group') ?? '').split('\n').find((text) => text.startsWith(`${name}:`));
  const id = line?.split(':')[2] ?? '';
  return /^\d+$/.test(id) ? Number(id) : null;
}

/** The content of a file, or null if it does not exist. */
export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
