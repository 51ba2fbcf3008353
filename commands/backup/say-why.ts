import { RefusedBackup } from './manifest.ts';

/** Ends the command with a sentence when it was refused; what else went wrong is thrown again, with its stack. */
export function sayWhy(error: unknown): never {
  if (!(error instanceof RefusedBackup)) throw error;
  console.error(error.message);
  process.exit(1);
}
