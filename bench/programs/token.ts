/**
 * P5: refresh tokens renewed per second (each with rotation, an access token and an ID token), alternating with the
 * bare provider with its in-memory store and the same kind of key, for each algorithm of ID tokens.
 */
import type { Stack } from '#dev/tests/test-stack.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { startReference, type Side as Sent } from '../tools/reference.ts';
import { refreshLoop } from '../tools/refresh-loop.ts';

const TARGET = 0.5;
const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
const CONNECTIONS = 16;

type Side = Pick<Sent, 'url' | 'authorization' | 'tokens'>;

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const rates = new Map<SigningAlgorithm, Rates>();
  for (const alg of SIGNING_ALGORITHMS) rates.set(alg, await compare(coordinates, alg));
  const rows = [...rates].map(([alg, { ours, bare }]) => {
    const what = `renewals at the token endpoint, ${alg}`;
    return { id: 'P5', what, unit: '/s', ours, reference: bare, target: { leastTimes: TARGET } };
  });
  const [rs, es] = [rates.get('RS256')?.ours ?? [], rates.get('ES256')?.ours ?? []];
  const what = 'renewals with ES256, beside ours with RS256';
  return [...rows, { id: 'P5', what, unit: '/s', ours: es, reference: rs, target: { leastTimes: 1 } }];
}

type Rates = Record<'ours' | 'bare', number[]>;

/** Runs both sides in turns, with the same algorithm. */
async function compare(coordinates: Stack['coordinates'], alg: SigningAlgorithm): Promise<Rates> {
  const shared = { CONNECTIONS: String(CONNECTIONS), ALG: alg };
  const seed = await startReference('seed-tokens.ts', { ...coordinates, ...shared });
  const provider = await startReference('bare-provider.ts', shared);
  try {
    const rates: Rates = { ours: [], bare: [] };
    let ours: Side = { ...seed.side, url: `${coordinates.BASE_URL ?? ''}/oauth2/token` };
    let bare: Side = provider.side;
    const round = async (side: Side) => {
      const { perSecond, tokens } = await refreshLoop({ ...side, seconds: SECONDS });
      return { perSecond, next: { ...side, tokens } };
    };
    for (let n = 0; n <= RUNS; n++) {
      const [bareRound, oursRound] = [await round(bare), await round(ours)];
      [bare, ours] = [bareRound.next, oursRound.next];
      if (!n) continue; // warm-up
      rates.bare.push(bareRound.perSecond);
      rates.ours.push(oursRound.perSecond);
    }
    return rates;
  } finally {
    provider.stop();
  }
}
