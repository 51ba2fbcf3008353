import type { Admin, Context } from '#lib/base/context.ts';
import { HOUR } from '#lib/base/time.ts';
import { floorTo } from './buckets.ts';

const HOURS = 24;

/** What each storage host reported in the last hours; null for an hour without a report. */
export type HostHours = {
  /** starts of the hours, the present one last */
  starts: string[];
  hosts: { name: string; hours: ({ checked: number; hits: number; errors: number } | null)[] }[];
};

/** The last 24 hours of all storage hosts, over all keys, from the sums that the job `usage.fold` writes. */
export async function listHostHours({ db, now }: Context<Admin>): Promise<HostHours> {
  const last = floorTo(now, HOUR).getTime();
  const starts = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR);
  const rows = await db.hostHour.findMany({
    where: { bucket: { gte: new Date(starts[0] ?? last), lte: new Date(last) } },
    include: { server: { select: { name: true } } },
    orderBy: { server: { name: 'asc' } },
  });
  const hosts = [...Map.groupBy(rows, ({ server }) => server.name)].map(([name, own]) => ({
    name,
    hours: starts.map((start) => {
      const row = own.find(({ bucket }) => bucket.getTime() === start);
      return row ? { checked: Number(row.checked), hits: Number(row.hits), errors: Number(row.errors) } : null;
    }),
  }));
  return { starts: starts.map((start) => new Date(start).toISOString()), hosts };
}
