import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAllowedOrigin } from '#lib/http/origin.ts';

/**
 * Development only: lets local development servers send requests with cookies (S34). Returns true if the request was a
 * preflight and has been answered.
 */
export function allowDevelopmentOrigin(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin } = req.headers;
  if (!origin || !isAllowedOrigin(origin)) return false;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-allow-credentials', 'true');
  res.setHeader('vary', 'Origin');
  if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) return false;
  res
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type',
    })
    .end();
  return true;
}
