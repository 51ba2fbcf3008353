import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';

/** A route's handler, without parameters in its path. */
export type RouteHandler = (request: Request, context: { params: Promise<Record<string, never>> }) => Promise<Response>;

/**
 * Answers a GET with its route's own handler, without Next's way to it, which costs more than the call itself (P6,
 * docs/decisions/0020). For routes without parameters in their path and without Next in what they import.
 */
export async function answerDirectly(handle: RouteHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const request = new Request(new URL(req.url ?? '/', env().APP_URL), { headers });
  await send(await handle(request, { params: Promise.resolve({}) }), res);
}

/** Writes an answer to a request that Next does not see. */
export async function send(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  res.setHeaders(response.headers);
  res.end(await response.text());
}
