/**
 * P16: introspections, and whole logins by code with the consent page, alternating with the bare provider with its
 * in-memory store and the same kind of key.
 */
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { closedLoop } from '../tools/closed-loop.ts';
import { codeFlows, type FlowSide } from '../tools/code-flow.ts';
import { startReference, type Side } from '../tools/reference.ts';

const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
const CONNECTIONS = 16;

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const shared = { CONNECTIONS: String(CONNECTIONS), ALG: 'RS256' };
  const seed = await startReference('seed-tokens.ts', { ...coordinates, ...shared });
  const bare = await startReference('bare-provider.ts', shared);
  const origin = coordinates.BASE_URL ?? '';
  const [ours, theirs] = [seed.side, bare.side];
  const bareOrigin = new URL(theirs.url).origin;
  try {
    const introspection = await alternate(
      () => introspect(ours, `${origin}/oauth2/introspect`),
      () => introspect(theirs, `${bareOrigin}/token/introspection`),
    );
    const flow = await alternate(
      () => codeFlows(ourFlow(ours, origin), SECONDS),
      () => codeFlows(bareFlow(theirs, bareOrigin), SECONDS),
    );
    return [
      { id: 'P16', what: 'introspections of access tokens', unit: '/s', ...introspection, target: { leastTimes: 0.5 } },
      {
        id: 'P16',
        what: 'logins by code with the consent page, RS256',
        unit: '/s',
        ...flow,
        target: { leastTimes: 0.3 },
      },
    ];
  } finally {
    bare.stop();
  }
}

async function alternate(ours: () => Promise<number>, bare: () => Promise<number>) {
  const rates: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
  for (let n = 0; n <= RUNS; n++) {
    const [theirRate, ourRate] = [await bare(), await ours()];
    if (!n) continue; // warm-up
    rates.reference.push(theirRate);
    rates.ours.push(ourRate);
  }
  return rates;
}

async function introspect({ authorization, accessTokens }: Side, url: string): Promise<number> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const bodies = accessTokens.map((token) => new URLSearchParams({ token }).toString());
  const first = await fetch(url, { method: 'POST', headers, body: bodies[0] ?? '' });
  const { active } = (await first.json()) as { active: boolean };
  if (!active) throw new Error(`${url}: the token is not active`);
  const vary = (n: number) => ({ headers, body: bodies[n % bodies.length] ?? '' });
  return closedLoop({ url, method: 'POST', headers, status: 200, connections: CONNECTIONS, seconds: SECONDS, vary });
}

const ourFlow = ({ clientId, authorization, cookies }: Side, origin: string): FlowSide => ({
  authorize: `${origin}/oauth2/authorize`,
  token: `${origin}/oauth2/token`,
  form: (uid) => `${origin}/oauth2/authorize/${uid}`,
  ...{ clientId, authorization, cookies },
});

const bareFlow = ({ clientId, authorization, cookies }: Side, origin: string): FlowSide => ({
  authorize: `${origin}/auth`,
  token: `${origin}/token`,
  form: (uid) => `${origin}/interaction/${uid}`,
  ...{ clientId, authorization, cookies },
});
