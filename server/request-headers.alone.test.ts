import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';

process.env.TRUSTED_PROXIES = '10.0.0.0/8';
useTestEnvironment();
const { log } = await import('#lib/base/log.ts');
const { addressOf } = await import('./request-headers.ts');

const warn = vi.spyOn(log(), 'warn').mockReturnValue();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  warn.mockClear();
});

const ask = (remoteAddress: string, forwardedFor?: string) =>
  addressOf({
    socket: { remoteAddress },
    headers: { 'x-request-id': 'id', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
  } as unknown as IncomingMessage);

test('believes a trusted proxy, and writes no line about it (S10)', () => {
  expect(ask('10.0.0.1', '203.0.113.5:51234')).toBe('203.0.113.5');
  expect(ask('203.0.113.5')).toBe('203.0.113.5');
  expect(warn).not.toHaveBeenCalled();
});

test('warns of a sender that is no trusted proxy once a minute, with its address and the setting (S10)', () => {
  for (let count = 0; count < 5; count++) expect(ask('192.0.2.9', '203.0.113.5')).toBe('192.0.2.9');
  expect(warn.mock.calls).toEqual([
    [
      {
        cause: 'proxy_not_trusted',
        reason: 'sender is no trusted proxy',
        sender: '192.0.2.9',
        setting: 'TRUSTED_PROXIES',
        requestId: 'id',
      },
      'refused because of a setting',
    ],
  ]);
  vi.advanceTimersByTime(60_000);
  ask('192.0.2.9', '203.0.113.5');
  expect(warn).toHaveBeenCalledTimes(2);
});

test('warns of an entry that is no address once a minute, and uses the address of the connection (S10)', () => {
  for (let count = 0; count < 5; count++) expect(ask('10.0.0.1', 'unknown')).toBe('10.0.0.1');
  expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([{ reason: 'entry is no address' }]);
});
