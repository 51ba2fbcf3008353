import { randomUUID } from 'node:crypto';
import { HttpClient } from './http-client.ts';

export const PASSWORD = 'Correct-Horse-7-Battery';

/** The status of a response, or 0 if the request gets no response. */
export const statusOf = (sending: Promise<{ status: number }>): Promise<number> =>
  sending.then(
    ({ status }) => status,
    () => 0,
  );

/** Signs up a new user, from a separate IP address. */
export async function signUp(url: string): Promise<{ email: string; status: number; client: HttpClient }> {
  const client = new HttpClient(url);
  const email = `person-${randomUUID()}@example.com`;
  const status = await statusOf(client.send('/signup/email', { json: { email, password: PASSWORD } }));
  return { email, status, client };
}

/** Repeats `work`, `width` at a time, until the returned function is called. */
export function repeatedly(width: number, work: (n: number) => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  let n = 0;
  const loop = async () => {
    while (!isOver) await work(n++);
  };
  const loops = Promise.all(Array.from({ length: width }, loop));
  return async () => {
    isOver = true;
    await loops;
  };
}
