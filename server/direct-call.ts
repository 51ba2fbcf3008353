import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/base/settings/env.ts';

/** A route handler without path parameters. */
export type RouteHandler = (request: Request, context: { params: Promise<Record<string, never>> }) => Promise<Response>;

/**
 * Answers a GET with its route handler directly, because Next's routing costs more than the handler itself (P6,
 * docs/decisions/0020). Only for routes without path parameters that import nothing from Next.
 */
export async function answerDirectly(handle: RouteHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const request = new Request(new URL(req.url ?? '/', env().APP_URL), { headers });
  await send(await handle(request, { params: Promise.resolve({}) }), res);
}

/** Writes the response to a request that Next does not handle. */
export async function send(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  res.setHeaders(response.headers);
  res.end(await response.text());
}
