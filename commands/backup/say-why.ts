import { RefusedBackup } from './manifest.ts';

/** Ends the command with the reason if it was refused. Rethrows any other error, with its stack. */
export function sayWhy(error: unknown): never {
  if (!(error instanceof RefusedBackup)) throw error;
  console.error(error.message);
  process.exit(1);
}
