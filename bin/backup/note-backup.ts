import pg from 'pg';

/** Notes in the database that a backup of it has ended, for the metrics and the console (docs/operations.md). */
export async function noteBackup(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT note_backup('npm run backup')").finally(() => client.end());
}
