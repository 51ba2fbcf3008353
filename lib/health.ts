import { readdirSync } from 'node:fs';
import type { Db } from '#lib/db.ts';
import { hasSigningKeys } from '#lib/oauth/signing-keys.ts';

/** What keeps this process from serving: an empty list means ready. Reads the database, its migrations and the signing keys. */
export async function findReadinessProblems(db: Db, migrationsDir: string): Promise<string[]> {
  try {
    const applied = await db.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
    const names = new Set(applied.map((row) => row.migration_name));
    const missing = readdirSync(migrationsDir, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !names.has(entry.name),
    );
    if (missing.length) return ['migrations'];
    return (await hasSigningKeys(db)) ? [] : ['signing_keys'];
  } catch {
    return ['database'];
  }
}
