import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';

/** An SMTP server without TLS. */
const received: string[] = [];
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, { envelope }, done) => {
    received.push(...envelope.rcptTo.map(({ address }) => address));
    stream.on('end', () => done()).resume();
  },
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
afterEach(() => vi.resetModules());

const secret = (prefix: string) => prefix + randomBytes(24).toString('hex');

async function send(host: string, mode: 'local' | 'production'): Promise<void> {
  const stripe = {
    STRIPE_SECRET_KEY: secret('sk_test_'),
    STRIPE_WEBHOOK_SECRET: secret('whsec_'),
    STRIPE_API_BASE: '',
  };
  useTestEnvironment({
    ...(mode === 'production' && { ...PRODUCTION_SITE, ...stripe }),
    APP_MODE: mode,
    SMTP_URL: `smtp://${host}:${port}`,
  });
  const { smtpMailer } = await import('./smtp.ts');
  await smtpMailer({ to: 'a@b.test', messageId: '<1@b.test>', subject: 'A', text: 'B', html: 'B' });
}

/** This machine under an address that is not recognised as loopback. */
const ELSEWHERE = '[::ffff:127.0.0.1]';

test('refuses to send from production to a remote server without TLS', async () => {
  await expect(send(ELSEWHERE, 'production')).rejects.toThrow(/STARTTLS/);
  expect(received).toEqual([]);
});

test.each([
  ['production', '127.0.0.1'],
  ['local', ELSEWHERE],
] as const)('sends without TLS from %s to %s', async (mode, host) => {
  received.length = 0;
  await send(host, mode);
  expect(received).toEqual(['a@b.test']);
});
