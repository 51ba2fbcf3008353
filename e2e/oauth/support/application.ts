import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Arrival = { url: URL; method: string; headers: IncomingHttpHeaders; body: string };

/** A client's web server on its own site (127.0.0.1). Records requests to /callback; serves the page set by `show`. */
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
