import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { log } from '#lib/base/log.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { askStripe } from './client.ts';

useTestEnvironment();
const REQUEST = { requestId: 'request-1' };

test('reports Stripe as unavailable if it does not answer, fails or refuses our key (R6), and logs why with the request', async () => {
  const server = createServer((req, res) => {
    if (req.url?.includes('cus_failing'))
      res.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
    if (req.url?.includes('cus_key'))
      res
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"message":"Invalid API Key provided"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = (port: number) =>
    new Stripe('sk_test_standin_x', { host: '127.0.0.1', port, protocol: 'http', timeout: 50, maxNetworkRetries: 0 });
  const { port } = server.address() as AddressInfo;
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 60 }) as Error;
  await expect(askStripe(REQUEST, () => client(port).customers.retrieve('cus_hanging'))).rejects.toEqual(unavailable);
  await expect(askStripe(REQUEST, () => client(port).customers.retrieve('cus_failing'))).rejects.toEqual(unavailable);
  await expect(askStripe(REQUEST, () => client(9).customers.retrieve('cus_unreachable'))).rejects.toEqual(unavailable);
  await expect(askStripe(REQUEST, () => client(port).customers.retrieve('cus_key'))).rejects.toEqual(unavailable);
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
    { cause: 'stripe_unreachable', requestId: 'request-1', err: expect.any(Error) },
    { cause: 'stripe_failing', requestId: 'request-1', err: expect.any(Error) },
    { cause: 'stripe_key', requestId: 'request-1', err: expect.any(Error) },
  ]);
  server.close().closeAllConnections();
});
