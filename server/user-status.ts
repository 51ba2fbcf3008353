import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import type { RouteHandler } from './direct-call.ts';

let handler: RouteHandler | null = null;
let loading: Promise<void> | undefined;

/**
 * The handler of GET /userstatus, which is answered without Next (docs/decisions/0020). Null until the first request has
 * loaded it, which keeps the start short (P10), and always in development.
 */
export function userStatusHandler(): RouteHandler | null {
  if (env().APP_MODE !== 'development')
    loading ??= import('#app/userstatus/route.ts').then(
      ({ GET }) => void (handler = GET),
      (error: unknown) => log().error({ err: error }, 'userstatus handler not loaded'),
    );
  return handler;
}
