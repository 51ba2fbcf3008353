/** Rollups and graphs equal the raw sums, whatever is reported (R21, R22). */
import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { findOwnKeyId } from '#lib/billing/queries.ts';
import { adminContext, serverContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { seeded } from '#lib/testing/random.ts';
import { PERIODS, windowOf, type Window } from '#lib/usage/buckets.ts';
import { windowFor } from '#lib/usage/graphs/graph.ts';
import { getUsageOverview, overviewWindow } from '#lib/usage/overview.ts';
import { getOwnUsage } from '#lib/usage/own.ts';
import { getKeyUsage } from '#lib/usage/queries.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { foldUsage } from './fold.ts';
import { recordUsageReport } from './record-report.ts';

const BUCKET_MS = 10 * MINUTE;
const REPORTS = 250;
/** Times near the clock changes in spring and autumn, at the start of a month, and at an ordinary time. */
const MOMENTS = ['2026-03-29T01:07:00Z', '2026-10-25T00:59:59.999Z', '2026-03-01T00:00:00Z', '2026-07-09T13:40:00Z'];

type Counts = [checked: number, hits: number, errors: number];
/** One row of an accepted report: `time` is the start of its 10-minute bucket. */
type Point = { key: number; server: number; time: number; counts: Counts };

const seed = Number(process.env['SEED_OF_TEST'] ?? Date.now() % 1_000_000);

/** Adds up points independently of the code under test. */
function expected(points: readonly Point[], { start, stepMs, count }: Window): (Counts | null)[] {
  const buckets: (Counts | null)[] = Array.from({ length: count }, () => null);
  for (const { time, counts } of points) {
    const index = Math.floor((time - start.getTime()) / stepMs);
    if (index < 0 || index >= count) continue;
    const [checked, hits, errors] = buckets[index] ?? [0, 0, 0];
    buckets[index] = [checked + counts[0], hits + counts[1], errors + counts[2]];
  }
  return buckets;
}

function shown({ series, xAxis }: UsageGraph): (Counts | null)[] {
  return xAxis.data.map((_, index) => {
    const [checked, hits, errors] = series.map(({ data }) => data[index] ?? null);
    return typeof checked === 'number' && typeof hits === 'number' && typeof errors === 'number'
      ? [checked, hits, errors]
      : null;
  });
}

/** Reports of two servers about three keys: many late, some sent twice, some from a clock that is ahead. */
async function report(
  tx: Db,
  now: Date,
  random: () => number,
  servers: number[],
  keys: { id: number; keyId: string }[],
) {
  const points: Point[] = [];
  const pick = (count: number) => Math.floor(random() * count);
  for (let sequence = 1; sequence <= REPORTS; sequence++) {
    const server = servers[pick(servers.length)] ?? 0;
    const late = [0, 0, 2 * DAY, 31 * DAY, 39 * DAY][pick(5)] ?? 0;
    // A third of the reports end on a bucket boundary or one millisecond off, where mistakes are likely.
    const exact = Math.floor((now.getTime() - random() * late) / BUCKET_MS) * BUCKET_MS + pick(3) - 1;
    const any = now.getTime() - Math.floor(random() * late) + (pick(9) === 0 ? pick(5 * MINUTE) : 0);
    const to = Math.min(pick(3) === 0 ? exact : any, now.getTime() + 5 * MINUTE);
    const rows = keys
      .filter(() => random() < 0.6)
      .map((key) => ({ key, counts: [pick(1000), pick(100), pick(10)].map((n) => (pick(5) === 0 ? 0 : n)) as Counts }));
    const body = {
      sequence,
      from: new Date(to - MINUTE),
      to: new Date(to),
      keys: rows.map(({ key, counts: [checked, hits, errors] }) => ({ key_id: key.keyId, checked, hits, errors })),
    };
    const ctx = serverContext(tx, server, { now });
    for (let times = pick(4) === 0 ? 2 : 1; times > 0; times--) await recordUsageReport(ctx, body);
    const time = Math.ceil(Math.min(to, now.getTime()) / BUCKET_MS) * BUCKET_MS - BUCKET_MS;
    points.push(...rows.map(({ key, counts }) => ({ key: key.id, server, time, counts })));
  }
  return points;
}

const sumsOf = (tx: Db, table: string) =>
  tx.$queryRawUnsafe<object[]>(
    `SELECT key_id, server_id, sum(checked)::text c, sum(hits)::text h, sum(errors)::text e, count(DISTINCT date_trunc('day', bucket, 'UTC'))::int days
     FROM ${table} GROUP BY 1, 2 ORDER BY 1, 2`,
  );

test.each(MOMENTS)(`sums up raw counts around %s, seed ${seed} (R21, R22)`, (moment) =>
  inRollback(async (tx) => {
    const now = new Date(moment);
    const random = seeded(seed + now.getTime());
    const user = await createUserRow(tx);
    const servers = [(await createServerRow(tx)).server, (await createServerRow(tx)).server];
    const current = await createKeyRow(tx, { accountId: user.id });
    const old = await createKeyRow(tx, { accountId: user.id, replacedById: current.id, worksUntil: now });
    const other = await createKeyRow(tx);
    const points = await report(
      tx,
      now,
      random,
      servers.map(({ id }) => id),
      [current, old, other],
    );

    const raw = await sumsOf(tx, 'all_usage_points');
    expect(await sumsOf(tx, 'all_usage_hours')).toEqual(raw);
    expect(await sumsOf(tx, 'all_usage_days')).toEqual(raw);
    // The current bucket stays staged, so that the graphs sum up both.
    await foldUsage(systemContext(tx, { now }));
    const folded = await sumsOf(tx, 'usage_points');
    expect(folded.length).toBeGreaterThan(0);
    expect(await sumsOf(tx, 'usage_hours')).toEqual(folded);
    expect(await sumsOf(tx, 'usage_days')).toEqual(folded);
    for (const view of ['all_usage_points', 'all_usage_hours', 'all_usage_days'])
      expect(await sumsOf(tx, view)).toEqual(raw);

    const admin = adminContext(tx, undefined, { now });
    const mine = points.filter(({ key }) => key === current.id || key === old.id);
    for (const period of PERIODS) {
      const ctx = subscriberContext(tx, user, { now });
      const graphs = await getOwnUsage(ctx, await findOwnKeyId(ctx), period);
      const window = windowOf(period, 'user', now);
      expect(Object.keys(graphs)).toEqual(['aggregate', ...servers.map(({ name }) => name)]);
      for (const [name, graph] of Object.entries(graphs)) {
        const seen = mine.filter(
          ({ server }) => name === 'aggregate' || servers.find(({ id }) => id === server)?.name === name,
        );
        expect(shown(graph)).toEqual(expected(seen, window));
      }
      for (const server of [null, ...servers])
        for (const [key, counted] of [
          [current, mine],
          [old, mine],
          [other, points.filter((each) => each.key === other.id)],
        ] as const) {
          const name = server?.name ?? 'aggregate';
          const graph = (await getKeyUsage(admin, { keyId: key.keyId, duration: period, serverId: server?.id ?? 0 }))[
            name
          ];
          const seen = counted.filter((point) => server === null || point.server === server.id);
          expect(graph && shown(graph)).toEqual(expected(seen, windowOf(period, 'key', now)));
        }
    }
    for (const days of [1, 7, 8, 40]) {
      const day = (ago: number) => new Date(now.getTime() - ago * DAY).toISOString().slice(0, 10);
      const range = { from: day(days - 1), to: day(0) };
      const { aggregate } = await getOwnUsage(subscriberContext(tx, user, { now }), current.id, 'range', range);
      const window = windowFor({ period: 'range', ...range }, 'user', now);
      expect(aggregate && shown(aggregate)).toEqual(expected(mine, window));
    }
    const { rows } = await getUsageOverview(admin, { keys: [current.keyId, other.keyId] });
    const daily = expected(mine, overviewWindow(now)).map((bucket) => bucket && bucket[0] + bucket[2]);
    expect(rows[0]).toMatchObject({ daily_series: daily, last_day: daily.at(-1) });
  }),
);
