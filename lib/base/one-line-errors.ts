/**
 * Imported first by every command and process: an error that ends it is one line and exit code 1, not a stack. The order
 * matters, because settings are read while the other files load. LOG_LEVEL=debug adds the stack.
 */
import path from 'node:path';
import { oneLineOf } from './text/one-line.ts';

const program = path.relative(path.resolve(import.meta.dirname, '../..'), process.argv[1] ?? '');

function end(error: unknown): void {
  console.error(`${program.replace(/\.ts$/, '')} failed: ${oneLineOf(error)}`);
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error instanceof Error) console.error(error.stack);
  process.exit(1);
}

// Tests and `npm start` import some commands: their errors stay as they are.
if (/^(bin\/.+|prisma\/seed|server\/index|worker)\.ts$/.test(program)) process.on('uncaughtException', end);

/** A process that has started logs its errors itself. */
export const hasStarted = (): void => void process.removeListener('uncaughtException', end);
