/** Reports of storage hosts over HTTP, as fast as they are accepted, and the job that folds them. */
import type pg from 'pg';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import type { UsageData } from './usage-data.ts';

const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 10);
const HOSTS = setting('HOSTS', 4);
const ROWS_A_REPORT = 5000;

type Host = { post: () => Promise<void> };

/** P9 and P13. Each run reports, and then folds what it has reported. */
export async function measureReports(client: pg.Client, baseUrl: string, data: UsageData): Promise<Row[]> {
  const hosts = await createHosts(client, baseUrl, data);
  const { fold, stop } = await foldJob();
  const [alone, together, folded, reference]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let run = 0; run < RUNS; run++) {
    alone.push(perSecond(await report(hosts.slice(0, 1))));
    await fold();
    const reported = await report(hosts);
    together.push(perSecond(reported));
    const foldSeconds = await fold();
    folded.push(perSecond({ ...reported, seconds: reported.seconds + foldSeconds }));
    reference.push(perSecond(await timed(() => addRaw(client))));
  }
  await stop();
  const row = { unit: '/s', reference };
  return [
    { id: 'P9', what: 'usage points over HTTP, one host', ...row, ours: alone, target: { least: 5000 } },
    { id: 'P13', what: `usage points over HTTP, ${HOSTS} hosts`, ...row, ours: together, target: { least: 50_000 } },
    { id: 'P13', what: `the same, with the time for folding them`, ...row, ours: folded, target: { least: 50_000 } },
  ];
}

/** Hosts that each report one minute of 5,000 keys after the other, through the last two days, again and again. */
async function createHosts(client: pg.Client, baseUrl: string, { keys }: UsageData): Promise<Host[]> {
  const rows = keys.slice(0, ROWS_A_REPORT).map(({ keyId }) => ({ key_id: keyId, checked: 5, hits: 1, errors: 0 }));
  const text = JSON.stringify(rows);
  const start = Date.now() - 2 * DAY;
  const hosts: Host[] = [];
  for (let index = 0; index < HOSTS; index++) {
    const name = `bench-reports${index}-${start}`;
    const token = randomToken();
    const hash = Buffer.from(sha256(token));
    await client.query('INSERT INTO storage_servers (name, token_hash) VALUES ($1, $2)', [name, hash]);
    const headers = {
      authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    let count = 0;
    const post = async () => {
      const to = start + ((++count * MINUTE) % (2 * DAY - 10 * MINUTE));
      const times = `"from":"${new Date(to - MINUTE).toISOString()}","to":"${new Date(to).toISOString()}"`;
      const body = `{"sequence":${start + count},${times},"keys":${text}}`;
      const response = await fetch(`${baseUrl}/api/storage/usage`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    };
    hosts.push({ post });
  }
  return hosts;
}

/** The job in this process; resolves with the seconds that it took. */
async function foldJob(): Promise<{ fold: () => Promise<number>; stop: () => Promise<void> }> {
  const { db, closeDb } = await import('#lib/base/db/db.ts');
  const { foldUsage } = await import('#lib/usage/ingest/fold.ts');
  const { systemContext } = await import('#lib/testing/context.ts');
  const fold = async () => {
    const begin = performance.now();
    await foldUsage(systemContext(db()));
    return (performance.now() - begin) / 1000;
  };
  return { fold, stop: closeDb };
}

type Reported = { rows: number; seconds: number };
const perSecond = ({ rows, seconds }: Reported) => rows / seconds;

async function report(hosts: readonly Host[]): Promise<Reported> {
  const reports = await Promise.all(hosts.map(({ post }) => timed(post)));
  return {
    rows: reports.reduce((sum, { rows }) => sum + rows, 0),
    seconds: Math.max(...reports.map(({ seconds }) => seconds)),
  };
}

async function timed(work: () => Promise<unknown>): Promise<Reported> {
  await work();
  const begin = performance.now();
  let count = 0;
  for (; performance.now() - begin < SECONDS * 1000; count++) await work();
  return { rows: count * ROWS_A_REPORT, seconds: (performance.now() - begin) / 1000 };
}

/** The reference: only the raw rows, in one statement. */
const addRaw = (client: pg.Client) =>
  client.query(
    `INSERT INTO usage_points AS sums SELECT k, 2, date_bin('10 min', now(), 'epoch'), 5, 1, 0 FROM generate_series(1, $1::int) k
     ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET checked = sums.checked + excluded.checked,
       hits = sums.hits + excluded.hits, errors = sums.errors + excluded.errors`,
    [ROWS_A_REPORT],
  );
