/**
 * P5: refresh tokens renewed per second (each with rotation, an access token and an ID token), alternating with the
 * bare provider with its in-memory store and the same kind of key.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results/rows.ts';
import { setting } from '../results/settings.ts';
import { refreshLoop } from '../tools/refresh-loop.ts';

const TARGET = 0.5;
const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
const CONNECTIONS = 16;

type Side = { url: string; authorization: string; tokens: string[] };

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const seed = await answerOf('seed-tokens.ts', { ...coordinates, CONNECTIONS: String(CONNECTIONS) });
  const provider = await answerOf('bare-provider.ts', { CONNECTIONS: String(CONNECTIONS) });
  try {
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    let ours = { ...seed.side, url: `${coordinates.BASE_URL ?? ''}/oauth2/token` };
    let bare = provider.side;
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
    const target = { leastTimes: TARGET };
    return [
      { id: 'P5', what: 'renewals at the token endpoint', unit: '/s', ours: rates.ours, reference: rates.bare, target },
    ];
  } finally {
    provider.stop();
  }
}

/** Starts a program of bench/reference and waits for the URL, authorization and tokens that it sends. */
async function answerOf(file: string, env: Record<string, string>): Promise<{ side: Side; stop: () => void }> {
  const child = fork(path.join(import.meta.dirname, '../reference', file), { env: { ...process.env, ...env } });
  const [side] = (await once(child, 'message')) as [Side];
  return { side, stop: () => void child.kill() };
}
