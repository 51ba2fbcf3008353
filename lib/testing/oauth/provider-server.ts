import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';

type Sent = { headers?: Record<string, string>; json?: unknown; form?: Record<string, string> };
type Answer = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> };

/** The provider on a free port of loopback. `body` is empty if the answer is not JSON. */
export async function startProviderServer() {
  const server = createServer((req, res) => void handleProviderRequest(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const send = (method: string, path: string, { headers = {}, json, form }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const isJson = json !== undefined;
      const type = isJson ? 'application/json' : form && 'application/x-www-form-urlencoded';
      const body = isJson ? (typeof json === 'string' ? json : JSON.stringify(json)) : new URLSearchParams(form);
      const all = { ...(type && { 'content-type': type }), ...headers };
      const sent = request({ host: '127.0.0.1', port, method, path, headers: all }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: parsed(text) }));
      });
      sent.on('error', reject).end(String(body));
    });

  return { send, origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
