import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR, MINUTE } from '#lib/base/time.ts';
import { adminContext, serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { listHostHours } from './host-hours.ts';
import { foldUsage } from './ingest/fold.ts';
import { recordUsageReport } from './ingest/record-report.ts';
import { retainUsage } from './ingest/retention.ts';

const now = new Date('2035-06-15T12:34:56Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
let sequence = 0;

const report = (tx: Db, server: number, keyId: string, to: Date, [checked, hits, errors]: [number, number, number]) =>
  recordUsageReport(serverContext(tx, server, { now }), {
    ...{ sequence: ++sequence, from: new Date(to.getTime() - MINUTE), to },
    keys: [{ key_id: keyId, checked, hits, errors }],
  });

test('adds up the requests of all keys of a host by hour, each once (R22)', () =>
  inRollback(async (tx) => {
    const [{ server }, { server: second }] = [await createServerRow(tx), await createServerRow(tx)];
    const [key, other] = [await createKeyRow(tx), await createKeyRow(tx)];
    await report(tx, server.id, key.keyId, ago(20 * MINUTE), [5, 2, 1]);
    await report(tx, server.id, other.keyId, ago(20 * MINUTE), [10, 0, 0]);
    await report(tx, second.id, key.keyId, ago(2 * HOUR), [7, 7, 0]);
    await report(tx, second.id, key.keyId, ago(25 * HOUR), [99, 0, 0]);
    const job = systemContext(tx, { now });
    await foldUsage(job);
    await foldUsage(job);
    const { starts, hosts } = await listHostHours(adminContext(tx, undefined, { now }));
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([
      ...[24, '2035-06-14T13:00:00.000Z', '2035-06-15T12:00:00.000Z'],
    ]);
    const of = (name: string) => hosts.find((host) => host.name === name)?.hours.map((hour) => hour?.checked ?? null);
    expect(of(server.name)).toEqual([...Array<null>(23).fill(null), 15]);
    expect(of(second.name)).toEqual([...Array<null>(21).fill(null), 7, null, null]);
    expect(hosts.find(({ name }) => name === server.name)?.hours.at(-1)).toEqual({ checked: 15, hits: 2, errors: 1 });
    await retainUsage(systemContext(tx, { now: new Date('2035-07-30T00:00:00Z') }));
    expect(await tx.hostHour.count({ where: { serverId: { in: [server.id, second.id] } } })).toBe(0);
  }));
