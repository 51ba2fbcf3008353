import { db } from '#lib/base/db/db.ts';

/** Every row of every table in our schemas as text, as a stolen dump would show it. */
export async function dumpDatabase(): Promise<string> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'usage_parts') AND n.nspname NOT LIKE 'pg_toast%'
    ORDER BY 1`;
  const rows: string[] = [];
  for (const { name } of tables) {
    const content = await db().$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`);
    rows.push(`-- ${name}`, ...content.map(({ row }) => row));
  }
  if (!tables.some(({ name }) => name.startsWith('pgboss.'))) throw new Error('the queue is not in the dump');
  return rows.join('\n');
}
