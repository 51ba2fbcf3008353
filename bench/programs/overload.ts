/** R17: goodput and time to refusal at five times the load that the copy can carry, over a thousand connections. */
import type { Stack } from '#dev/tests/test-stack.ts';
import { demand, offer, type Call } from '#e2e/support/stacks/load.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';

const RUNS = setting('RUNS', 3);
const SECONDS = setting('SECONDS', 8);
const TIMES = 5;
const CONNECTIONS = 1000;
const MIX = ['/userstatus', '/dashboard', '/userstatus', '/admin/api/users', '/usagegraph/24h'];
const REFUSED_MS = 200;
const STARTED_MS = 2000;

export async function measure(stack: Stack): Promise<Row[]> {
  const url = stack.coordinates.BASE_URL ?? '';
  const { cookie } = await logInAsAdmin(stack);
  const calls: Call[] = MIX.map((path) => ({ path, headers: { cookie } }));
  await demand({ url, calls, connections: 16, seconds: 20 }); // warm-up
  const runs: { peak: number; goodput: number; refused: number; started: number; longest: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const peak = await demand({ url, calls, connections: 24, seconds: SECONDS });
    const perSecond = Math.round(TIMES * peak.goodput);
    const { ok, refused, goodput } = await offer({ url, calls, perSecond, seconds: SECONDS, connections: CONNECTIONS });
    runs.push({
      peak: peak.goodput,
      goodput,
      refused: refused.at(0.95),
      started: ok.at(0.95),
      longest: ok.at(1),
    });
  }
  const of = (name: keyof (typeof runs)[number]) => runs.map((run) => run[name]);
  const row = (what: string, unit: string) => ({ id: 'R17', what: `${TIMES} times the load, ${what}`, unit });
  return [
    { ...row('goodput', '/s'), ours: of('goodput'), reference: of('peak'), target: { leastTimes: 0.8 } },
    { ...row('time to refusal, p95', 'ms'), ours: of('refused'), target: { most: REFUSED_MS } },
    { ...row('accepted requests, p95', 'ms'), ours: of('started'), target: { most: STARTED_MS } },
    { ...row('accepted requests, longest', 'ms'), ours: of('longest'), target: { most: STARTED_MS } },
  ];
}
