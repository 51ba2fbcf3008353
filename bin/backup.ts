/** `npm run backup -- FOLDER`: saves a snapshot of all tables of DATABASE_URL to a new folder (docs/operations.md). */
import '#lib/base/one-line-errors.ts';
import { oneLineOf } from '#lib/base/text/one-line.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { backUp } from './backup/backup.ts';
import { sayWhy } from './backup/say-why.ts';
import pg from 'pg';

/** Notes in the database that a backup of it has ended, for the metrics and the console (docs/operations.md). */
async function noteBackup(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT note_backup('npm run backup')").finally(() => client.end());
}

const [folder] = process.argv.slice(2);
const url = withSecretFiles(process.env).DATABASE_URL;
if (!folder || !url) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run backup -- FOLDER   (FOLDER must not exist yet)');
  process.exit(2);
}
const { tables, migration } = await backUp(url, folder).catch(sayWhy);
await noteBackup(url).catch((error: unknown) =>
  console.error(`The backup is complete, but was not noted: ${oneLineOf(error)}`),
);
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
console.log(`Backed up ${rows} rows of ${tables.length} tables, at migration ${migration}, to ${folder}`);
