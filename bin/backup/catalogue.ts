import type pg from 'pg';

export type TableInfo = { schema: string; name: string; columns: string[] };

/** Every table of the product and its job queue: partitioned ones as a whole, referenced tables first. */
export async function listTables(client: pg.ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo & { oid: number; needs: number[] }>(`
    SELECT c.oid::int, n.nspname AS schema, c.relname AS name,
      array(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      array(SELECT confrelid::int FROM pg_constraint
        WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS needs
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss', 'tallies')
      AND (n.nspname, c.relname) <> ('pgboss', 'version') -- its schema version, not data
    ORDER BY n.nspname, c.relname`);
  return inOrder(rows).map(({ schema, name, columns }) => ({ schema, name, columns }));
}

type Dependent = { oid: number; needs: number[] };

function inOrder<T extends Dependent>(rows: readonly T[]): T[] {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  const done = new Set<T>();
  const visit = (row: T, path: readonly T[]) => {
    if (path.includes(row)) throw new Error('Foreign keys form a cycle.');
    if (done.has(row)) return;
    for (const oid of row.needs) {
      const needed = byOid.get(oid);
      if (needed) visit(needed, [...path, row]);
    }
    done.add(row);
  };
  for (const row of rows) visit(row, []);
  return [...done];
}

/** The last value of each sequence; unused sequences are left out. */
export async function listSequences(client: pg.ClientBase): Promise<{ schema: string; name: string; value: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(`
    SELECT schemaname AS schema, sequencename AS name, last_value::text AS value
    FROM pg_sequences WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL ORDER BY 1, 2`);
  return rows;
}

/** The first day of each month that usage_points has a partition for, as `2026-11-01`. */
export async function listUsageMonths(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.usage_points'::regclass ORDER BY 1`);
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
    return year && month ? [`${year}-${month}-01`] : [];
  });
}
