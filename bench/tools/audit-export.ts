import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DAY, HOUR } from '#lib/base/time.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';

const RUNS = setting('RUNS', 5);
const EXPORTED = setting('EXPORTED', 20_000);

/** Rows per second of the CSV export, which has names instead of ids; the reference is a COPY of the bare rows. */
export async function measureExport(client: pg.Client, baseUrl: string, cookie: string, amid: string): Promise<Row> {
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const to = new Date(Date.now() - (100 + run * 150) * DAY);
    const from = await startOf(client, to);
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() }).toString();
    ours.push(
      await rowsASecond(async () => {
        const response = await fetch(`${baseUrl}/admin/api/audit/export?${query}`, { headers: { cookie } });
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        return (await response.text()).split('\r\n').length - 2;
      }),
    );
    reference.push(await rowsASecond(() => copyRows(client, from, to)));
  }
  return { id: 'P7', what: `audit log export ${amid}`, unit: ' rows/s', ours, reference };
}

/** A time so long before `to` that about EXPORTED events are in between. */
async function startOf(client: pg.Client, to: Date): Promise<Date> {
  const hourBefore = new Date(to.getTime() - HOUR);
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM audit_events WHERE at >= $1 AND at < $2',
    [hourBefore, to],
  );
  return new Date(to.getTime() - (HOUR * EXPORTED) / Math.max(1, rows[0]?.n ?? 0));
}

async function copyRows(client: pg.Client, from: Date, to: Date): Promise<number> {
  const range = `at >= '${from.toISOString()}' AND at < '${to.toISOString()}'`;
  const stream = client.query(
    copyTo(`COPY (SELECT * FROM audit_events WHERE ${range} ORDER BY at DESC, id DESC) TO STDOUT`),
  );
  stream.resume();
  await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
  return stream.rowCount;
}

async function rowsASecond(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const rows = await work();
  if (rows < 1) throw new Error('nothing was exported');
  return (rows * 1000) / (performance.now() - start);
}
