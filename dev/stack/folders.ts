import path from 'node:path';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The folder for all local data. */
export const dataDirectory = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(root, env.DATA_DIR || '.data');
