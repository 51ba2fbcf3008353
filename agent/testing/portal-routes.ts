import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { POST as answers } from '#app/api/storage/answers/route.ts';
import { GET as keys } from '#app/api/storage/keys/route.ts';
import { GET as wanted, POST as sources } from '#app/api/storage/sources/route.ts';
import { GET as tasks } from '#app/api/storage/tasks/route.ts';
import { GET as messages, PUT as known } from '#app/api/storage/test-message/route.ts';
import { POST as usage } from '#app/api/storage/usage/route.ts';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /api/storage/keys': keys,
  'GET /api/storage/sources': wanted,
  'GET /api/storage/tasks': tasks,
  'GET /api/storage/test-message': messages,
  'POST /api/storage/answers': answers,
  'POST /api/storage/sources': sources,
  'POST /api/storage/usage': usage,
  'PUT /api/storage/test-message': known,
};

/** Serves the portal's routes for storage hosts, and `more`, and keeps the bodies that were sent to each. */
export async function servePortal(more: Readonly<Record<string, Handler>> = {}): Promise<{
  url: string;
  bodies: Map<string, string[]>;
  stop: () => Promise<unknown>;
}> {
  const handlers = { ...HANDLERS, ...more };
  const bodies = new Map(Object.keys(handlers).map((name): [string, string[]] => [name, []]));
  const server = createServer((message, response) => {
    const answer = async () => {
      const { method = '', url = '', headers } = message;
      const body = await buffer(message);
      const name = `${method} ${url.split('?')[0]}`;
      bodies.get(name)?.push(body.toString());
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (!handler) return void response.writeHead(404).end();
      const sent = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
      const request = new Request(`http://localhost:8080${url}`, {
        method,
        headers: sent,
        ...(method !== 'GET' && { body }),
      });
      const { status, headers: given, body: content } = await handler(request, { params: Promise.resolve({}) });
      response.writeHead(status, Object.fromEntries(given));
      response.end(content ? Buffer.from(await new Response(content).arrayBuffer()) : undefined);
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, stop };
}
