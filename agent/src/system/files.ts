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
