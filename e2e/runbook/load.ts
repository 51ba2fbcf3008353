import { randomUUID } from 'node:crypto';
import { Client } from './client.ts';

type Outcome = { status: number; text: string };
/** What visitors send: prerendered and dynamic pages, and a POST that asks the database. */
const VISITS: readonly [place: string, json: object | undefined, statuses: number[]][] = [
  ['/', undefined, [200]],
  ['/login', undefined, [200]],
  ['/api/openapi.json', undefined, [200]],
  ['/oauth2/jwks', undefined, [200]],
  // 429: the limit by address, which the database counts.
  ['/verify/email', { email: 'load@customer.test', token: 'not-a-token' }, [422, 429]],
];
const PAUSE_MS = 50;

export type Load = ReturnType<typeof createLoad>;

/**
 * Sends requests until `stop`: of two visitors, of an admin who reads a page, which names the release that answers, and
 * of an admin who makes keys. Each request has a separate connection, because only browsers repeat what they sent on
 * one that nginx closes.
 */
export function createLoad(origin: string, ca: string, admin: Client) {
  /** The beginning of the description of each key that is made. */
  const mark = `load ${randomUUID()}`;
  let isOver = false;
  const failed: string[] = [];
  /** The releases that answered, in the order of their first answer, with the number of answers. */
  const releases = new Map<string, number>();
  let last = '';
  const figures = { sent: 0, keys: 0, slowest: 0 };

  async function send(client: Client, place: string, json: object | undefined, expected: number[]) {
    const from = Date.now();
    const answer: Outcome = await client
      .send(place, json)
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    figures.sent++;
    figures.slowest = Math.max(figures.slowest, Date.now() - from);
    if (!expected.includes(answer.status)) failed.push(`${place}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer;
  }

  const repeatedly = async (act: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n++) {
      await act(n);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const visit = async () => {
    const client = new Client(origin, ca);
    await repeatedly(async (n) => {
      const [place, json, expected] = VISITS[n % VISITS.length] ?? ['/', undefined, [200]];
      await send(client, place, json, expected);
    });
  };
  const loops = [
    visit(),
    visit(),
    repeatedly(async () => {
      const { text, status } = await send(admin, '/admin/overview', undefined, [200]);
      const release = /Version (?:<!-- -->)?([^<]+)</.exec(text)?.[1];
      if (release) releases.set((last = release), (releases.get(release) ?? 0) + 1);
      else if (status === 200) failed.push('/admin/overview names no release');
    }),
    repeatedly(async (n) => {
      const description = `${mark} ${n}`;
      const { status } = await send(admin, '/admin/api/fuzzy-keys/generate', { description }, [200]);
      if (status === 200) figures.keys++;
    }),
  ];
  return {
    mark,
    async stop() {
      isOver = true;
      await Promise.all(loops);
      return { ...figures, failed, releases, last };
    },
  };
}
