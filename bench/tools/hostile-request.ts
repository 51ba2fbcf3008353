import { randomInt } from 'node:crypto';
import { request, type Agent, type RequestOptions } from 'node:http';

/** A random loopback address that probably nothing else in this run uses. */
export const newAddress = () => `127.${randomInt(67, 250)}.${randomInt(256)}.${randomInt(1, 255)}`;

type Reply = { status: number; ms: number };

/** Posts JSON through the agent. Returns the status and the milliseconds until the response was read. */
export function post(url: string, body: object, agent: Agent): Promise<Reply> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return send(url, { method: 'POST', headers, agent }, text);
}

/** Sends a request through the agent, like `post`. */
export function send(url: string, options: RequestOptions, text = ''): Promise<Reply> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { ...options, family: 4 }, (response) => {
      const answered = () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start });
      response.resume().once('end', answered);
    })
      .once('error', reject)
      .end(text);
  });
}
