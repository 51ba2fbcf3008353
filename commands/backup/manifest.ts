import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What a backup's folder says of itself: `manifest.json` beside one `<schema>.<table>.copy.gz` for each table. */
export const Manifest = z.object({
  format: z.literal(1),
  /** the newest migration of the database it was taken from */
  migration: z.string(),
  /** ISO 8601, when the snapshot was taken */
  takenAt: z.string(),
  /** in the order in which they can be filled */
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** first days of the UTC months that usage_points has partitions for */
  usageMonths: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableBackup = Manifest['tables'][number];

export const MANIFEST_FILE = 'manifest.json';

/** The file of one table in a backup's folder. */
export const fileOf = (folder: string, { schema, name }: Pick<TableBackup, 'schema' | 'name'>): string =>
  path.join(folder, `${schema}.${name}.copy.gz`);

/** Reads a backup's manifest and compares every file with its checksum. Throws when one is missing or was changed. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, MANIFEST_FILE), 'utf8')));
  for (const table of manifest.tables) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(fileOf(folder, table))) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== table.sha256)
      throw new Error(`${fileOf(folder, table)} is not what the backup wrote: its checksum differs.`);
  }
  return manifest;
}
