/** `npm run restore -- FOLDER`: fills the empty database DATABASE_URL from a backup (docs/operations.md). */
import { restore } from './backup/restore.ts';
import { sayWhy } from './backup/say-why.ts';

const [folder] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!folder || !url) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run restore -- FOLDER   (the database must be empty)');
  process.exit(2);
}
const { tables, takenAt } = await restore(url, folder).catch(sayWhy);
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
console.log(`${rows} rows of ${tables.length} tables, as they were at ${takenAt}, are back`);
