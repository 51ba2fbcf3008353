import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { askStripe } from './client.ts';

test('reports Stripe as unavailable if it does not answer in time, refuses the connection, or fails (R6)', async () => {
  const server = createServer((req, res) => {
    if (req.url?.includes('cus_failing'))
      res.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = (port: number) =>
    new Stripe('sk_test_standin_x', { host: '127.0.0.1', port, protocol: 'http', timeout: 50, maxNetworkRetries: 0 });
  const { port } = server.address() as AddressInfo;
  const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 60 }) as Error;
  await expect(askStripe(() => client(port).customers.retrieve('cus_hanging'))).rejects.toEqual(unavailable);
  await expect(askStripe(() => client(port).customers.retrieve('cus_failing'))).rejects.toEqual(unavailable);
  await expect(askStripe(() => client(9).customers.retrieve('cus_unreachable'))).rejects.toEqual(unavailable);
  server.close().closeAllConnections();
});
