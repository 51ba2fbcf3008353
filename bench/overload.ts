/** R17: five times what the copy can carry, through a thousand connections: what is answered, and how soon the rest is refused. */
import { demand, offer, type Call } from '#e2e/support/load.ts';
import type { Stack } from '#local/test-stack.ts';
import { median } from './median.ts';
import type { Measurement } from './results.ts';
import { signIn } from './sign-in.ts';

const ROUNDS = 3;
const TIMES = 5;
const CONNECTIONS = 1000;
const SECONDS = 8;
const MIX = ['/userstatus', '/dashboard', '/userstatus', '/admin/api/users', '/usagegraph/24h'];

export async function measureOverload({ coordinates }: Stack): Promise<Measurement[]> {
  const url = coordinates.BASE_URL ?? '';
  const headers = { cookie: await signIn(coordinates) };
  const calls: Call[] = MIX.map((path) => ({ path, headers }));
  await demand({ url, calls, connections: 16, seconds: 20 }); // compiled
  const rounds: { peak: number; goodput: number; refused: number; begun: number; longest: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const peak = await demand({ url, calls, connections: 24, seconds: SECONDS });
    const perSecond = Math.round(TIMES * peak.goodput);
    const { ok, refused, goodput } = await offer({ url, calls, perSecond, seconds: SECONDS, connections: CONNECTIONS });
    const ends = { refused: refused.at(0.95), begun: ok.at(0.95), longest: ok.at(1) };
    rounds.push({ peak: peak.goodput, goodput, ...ends });
    console.log(`R17 run ${round + 1}, ${perSecond}/s offered: ${JSON.stringify(rounds.at(-1))}`);
  }
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((each) => each[name]));
  const within = (name: string, ours: number, most: number): Measurement => ({
    ...{ name, unit: 'ms', ours, reference: 0 },
    ...{ target: `≤ ${most}`, isMet: ours <= most },
  });
  return [
    {
      ...{ name: 'R17 goodput at five times the load', unit: '/s', ours: of('goodput'), reference: of('peak') },
      ...{ target: '≥ 0.8 ×', isMet: of('goodput') >= 0.8 * of('peak') },
    },
    within('R17 refused, p95', of('refused'), 200),
    within('R17 begun, p95', of('begun'), 2000),
    within('R17 begun, the longest', of('longest'), 2000),
  ];
}
