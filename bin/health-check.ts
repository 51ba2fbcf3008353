/**
 * The container's health check. Until the process is ready for the first time, it checks readiness, so that an update
 * waits for the new container. From then on it checks only liveness: an unavailable database must not restart every
 * container.
 */
import '#lib/base/one-line-errors.ts';
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
