import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Arrival = { url: URL; method: string; headers: IncomingHttpHeaders; body: string };

/**
 * The web server of an application, on an origin and site of its own (127.0.0.1): remembers who arrives at /callback, and
 * shows the page that it is given.
 */
export async function startApplication() {
  const arrivals: Arrival[] = [];
  let page = '<title>Application</title><h1>Application</h1>';
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const url = new URL(req.url ?? '/', origin());
      if (url.pathname === '/callback')
        arrivals.push({ url, method: req.method ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() });
      res.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: origin(),
    redirectUri: `${origin()}/callback`,
    arrivals,
    show: (html: string) => void (page = html),
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
