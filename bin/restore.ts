/**
 * `npm run restore -- FOLDER`: restores a backup into the empty database DATABASE_URL, as the role of
 * MIGRATE_DATABASE_URL (docs/operations.md).
 */
import '#lib/base/one-line-errors.ts';
import { databaseRoles, grantToApp } from '#bin/migrate/grants.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { restore } from './backup/restore.ts';
import { sayWhy } from './backup/say-why.ts';

const [folder] = process.argv.slice(2);
const settings = withSecretFiles(process.env);
if (!folder || !settings.DATABASE_URL) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run restore -- FOLDER   (the database must be empty)');
  process.exit(2);
}
const { owner, app } = databaseRoles(settings);
const { tables, takenAt } = await restore(owner, folder).catch(sayWhy);
await grantToApp(owner, app);
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
console.log(`Restored ${rows} rows of ${tables.length} tables, as of ${takenAt}`);
