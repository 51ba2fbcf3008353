import { Client } from './client.ts';

/** Requests that a visitor sends: prerendered and dynamic pages, and a POST that asks the database. */
const REQUESTS: readonly [place: string, json: object | undefined, status: number][] = [
  ['/', undefined, 200],
  ['/login', undefined, 200],
  ['/api/openapi.json', undefined, 200],
  ['/oauth2/jwks', undefined, 200],
  ['/verify/email', { email: 'load@customer.test', token: 'not-a-token' }, 422],
];

/** Sends requests from two visitors until `stop`, which returns how many were sent, and the ones that failed. */
export function createLoad(origin: string, ca: string) {
  let isOver = false;
  let [sent, slowest] = [0, 0];
  const failed: string[] = [];
  const visit = async () => {
    const client = new Client(origin, ca);
    for (let n = 0; !isOver; n++) {
      const [place, json, expected] = REQUESTS[n % REQUESTS.length] ?? ['/', undefined, 200];
      const from = Date.now();
      // 429: the limit by address, which counts both visitors together.
      const status = await client.send(place, json).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
      sent++;
      slowest = Math.max(slowest, Date.now() - from);
      if (status !== expected && status !== 429) failed.push(`${place}: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const visitors = [visit(), visit()];
  return {
    async stop() {
      isOver = true;
      await Promise.all(visitors);
      return { sent, failed, slowest };
    },
  };
}
