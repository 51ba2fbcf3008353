/** A process that serves only the provider's paths: one of several instances on one database. */
import { createServer } from 'node:http';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';

const server = createServer((req, res) => void handleProviderRequest(req, res));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
process.once('disconnect', () => process.exit());
