import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { type Period, type Window, windowOf } from './buckets.ts';
import { toGraphs } from './graphs/graph.ts';
import type { UsageSum } from './sums.ts';
import type { UsageGraphView } from './views.ts';

const SERVERS = ['sample1', 'sample2'];
const REQUESTS_A_DAY = 40_000;

/** Made-up usage for a development copy without storage servers. Throws `not_found` if there are servers. */
export async function getSampleUsage(ctx: Context, period: Period): Promise<UsageGraphView> {
  const window = windowOf(period, 'user', ctx.now);
  if (await ctx.db.storageServer.count({ where: { removedAt: null } }))
    throw new DomainError('not_found', 'Sample usage exists only without storage servers.');
  const sums = SERVERS.flatMap((_name, server) => samplesOf(server, window));
  const named = SERVERS.map((name, id) => ({ id, name }));
  return toGraphs(sums, named, window);
}

/** Highest at 14:00 UTC, lowest at 02:00. The second server has no reports for a tenth of the time. */
function samplesOf(server: number, { start, stepMs, count }: Window): UsageSum[] {
  return Array.from({ length: count }, (_, index) => {
    const hour = ((start.getTime() + index * stepMs) % DAY) / HOUR;
    const rhythm = stepMs === DAY ? 1 : 1 - 0.7 * Math.cos((2 * Math.PI * (hour - 2)) / 24);
    const noise = 1 + 0.2 * Math.sin(index * 12.9898 + server);
    const checked = Math.round(((REQUESTS_A_DAY * stepMs) / DAY / (server + 1)) * rhythm * noise);
    return {
      keyId: 0,
      serverId: server,
      index,
      checked,
      hits: Math.round(checked * 0.2),
      errors: index % 9 === 4 ? 3 : 0,
    };
  }).filter(({ index }) => server === 0 || Math.floor((index * 10) / count) !== 6);
}
