import { RefusedBackup } from './manifest.ts';

/** Prints why the command was refused, and exits with 1. Rethrows any other error, with its stack. */
export function sayWhy(error: unknown): never {
  if (!(error instanceof RefusedBackup)) throw error;
  console.error(error.message);
  process.exit(1);
}
