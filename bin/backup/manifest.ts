import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const FORMAT = 1;

/** Why a backup cannot be made or restored, as a sentence for the operator. */
export class RefusedBackup extends Error {}

/** The content of `manifest.json`. Its folder also has one `<schema>.<table>.copy.gz` for each table. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** the newest migration that the database had */
  migration: z.string(),
  /** ISO 8601, when the snapshot was taken */
  takenAt: z.string(),
  /** in the order to restore them */
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
  /** SHA-256 of the properties above; backups of older versions have none */
  checksum: z.string().optional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableBackup = Manifest['tables'][number];

export const MANIFEST_FILE = 'manifest.json';

/** The file of one table in a backup's folder. */
export const fileOf = (folder: string, { schema, name }: Pick<TableBackup, 'schema' | 'name'>): string =>
  path.join(folder, `${schema}.${name}.copy.gz`);

/** Adds the checksum of all other properties. */
export const withChecksum = ({ checksum: _, ...said }: Manifest): Manifest => ({
  ...said,
  checksum: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
});

/**
 * Reads a backup's manifest and compares every file with its checksum. Throws `RefusedBackup` if the folder is not a
 * backup, or if a file is missing or was changed.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(path.join(folder, MANIFEST_FILE));
  for (const table of manifest.tables) {
    const file = fileOf(folder, table);
    if (!existsSync(file)) throw new RefusedBackup(`The backup is damaged: ${file} is missing.`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== table.sha256)
      throw new RefusedBackup(`The backup is damaged: ${file} has changed (its checksum differs).`);
  }
  return manifest;
}

async function readManifest(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new RefusedBackup(`Not a backup: ${file} is missing.`);
  const damaged = new RefusedBackup(`The backup is damaged: ${file} has changed.`);
  const found = Labelled.safeParse(parseJson(await readFile(file, 'utf8')));
  if (!found.success) throw damaged;
  if (found.data.format !== FORMAT)
    throw new RefusedBackup(`${file} has format ${found.data.format}; this version restores format ${FORMAT}.`);
  const manifest = Manifest.safeParse(found.data);
  if (!manifest.success) throw damaged;
  if (manifest.data.checksum && manifest.data.checksum !== withChecksum(manifest.data).checksum) throw damaged;
  return manifest.data;
}

const Labelled = z.looseObject({ format: z.number() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
