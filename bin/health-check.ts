/**
 * The container's health check. A container is healthy for the first time when it is ready, so an update waits for it.
 * From then on only its liveness counts: an unavailable database must not restart every container.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const hasBeenReady = path.join(tmpdir(), 'has-been-ready');
const place = existsSync(hasBeenReady) ? '/healthz' : '/readyz';
const ok = await fetch(`http://127.0.0.1:${process.env.PORT || '8080'}${place}`).then(
  (answer) => answer.ok,
  () => false,
);
if (ok) writeFileSync(hasBeenReady, '');
process.exit(ok ? 0 : 1);
