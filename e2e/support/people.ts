import { randomUUID } from 'node:crypto';
import { HttpClient } from './http-client.ts';

export const PASSWORD = 'Correct-Horse-7-Battery';

/** The status of an answer; 0 when there was none. */
export const statusOf = (sending: Promise<{ status: number }>): Promise<number> =>
  sending.then(
    ({ status }) => status,
    () => 0,
  );

/** Somebody new signs up, from an address of their own. */
export async function signUp(url: string): Promise<{ email: string; status: number; client: HttpClient }> {
  const client = new HttpClient(url);
  const email = `person-${randomUUID()}@example.com`;
  const status = await statusOf(client.send('/signup/email', { json: { email, password: PASSWORD } }));
  return { email, status, client };
}

/** Does something again and again, `width` at a time, until the returned function is called. */
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
