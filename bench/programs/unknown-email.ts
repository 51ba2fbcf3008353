/** S1: how long a login with an unknown email address takes, alternating with a wrong password. */
import { Agent } from 'node:http';
import type { Stack } from '#dev/tests/test-stack.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { median } from '../results.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { answer } from '../tools/closed-loop.ts';

const RUNS = setting('RUNS', 5);
const PAIRS = setting('PAIRS', 40);
const TARGET = { leastTimes: 0.9, mostTimes: 1.1 };
const PASSWORD = 'Correct-Horse-7-Battery';

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  useTestEnvironment({ DATABASE_URL });
  const known = await makePeople(RUNS * PAIRS);
  const refusal = refusals(`${BASE_URL}/login/email`);
  await refusal('nobody@unknown.example');
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (const email of known.slice(run * PAIRS, (run + 1) * PAIRS)) {
      times.unknown.push(await refusal(`nobody-${email}`));
      times.known.push(await refusal(email));
    }
    ours.push(median(times.unknown));
    reference.push(median(times.known));
  }
  return [
    {
      id: 'S1',
      what: 'refused login of an unknown address, beside a wrong password',
      unit: 'ms',
      ours,
      reference,
      target: TARGET,
    },
  ];
}

/**
 * Email addresses of new users. Each logs in only once, because an account that fails too often is refused without
 * hashing.
 */
async function makePeople(count: number): Promise<string[]> {
  const { closeDb, db } = await import('#lib/base/db/db.ts');
  const { createUserRow } = await import('#lib/testing/factories.ts');
  const { hashPassword } = await import('#lib/auth/passwords/password-hash.ts');
  const passwordHash = await hashPassword(PASSWORD);
  const emails: string[] = [];
  try {
    for (let n = 0; n < count; n++) emails.push((await createUserRow(db(), { passwordHash })).email ?? '');
  } finally {
    await closeDb();
  }
  return emails;
}

/** Times a refused login in ms. Each comes from its own IP address, because limits count per address. */
function refusals(url: string): (email: string) => Promise<number> {
  let visitor = 0;
  return async (email) => {
    visitor++;
    const agent = new Agent({ localAddress: `127.1.${visitor >> 8}.${visitor & 255}`, family: 4 });
    const body = JSON.stringify({ email, password: 'not the password' });
    const start = performance.now();
    await answer({ url, method: 'POST', headers: { 'content-type': 'application/json' }, body, status: 401 }, agent);
    return performance.now() - start;
  };
}
