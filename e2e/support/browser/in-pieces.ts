import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** Longer than a frame, so that the browser paints each piece. */
const PAUSE_MS = 20;

/** More tags than the first screen has. */
const PIECES = 300;

/**
 * A proxy for `site` that sends HTML as a bad line does: tag by tag, until the first screen is complete. A real line
 * cuts at any of these places.
 */
export async function inPieces(site: string) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(site).host, 'accept-encoding': 'identity' };
    const onward = request(new URL(asked.url ?? '/', site), { method: asked.method, headers }, async (page) => {
      const { 'content-length': _whole, ...rest } = page.headers;
      answer.writeHead(page.statusCode ?? 502, rest);
      if (!page.headers['content-type']?.startsWith('text/html')) return page.pipe(answer);
      const [head = '', body = ''] = (await text(page)).split(/(?<=<body[^>]*>)/);
      const tags = body.split(/(?<=>)(?=<)/);
      for (const piece of [head, ...tags.slice(0, PIECES)]) {
        answer.write(piece);
        await setTimeout(PAUSE_MS);
      }
      return answer.end(tags.slice(PIECES).join(''));
    });
    asked.pipe(onward);
  }).listen(0);
  await once(server, 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
