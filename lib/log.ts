import pino from 'pino';
import { env } from './env.ts';

const SECRET_FIELDS = ['password', 'token', 'secret', 'cookie', 'authorization', 'privateKey', 'private_key'];

/** The process's log: JSON lines, secrets redacted by field name (S83). Made on first use, so that a build needs no settings. */
export const log = (): pino.Logger =>
  (logger ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  }));

let logger: pino.Logger | undefined;
