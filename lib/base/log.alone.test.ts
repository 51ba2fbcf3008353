import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { log, settingRefusals, shownError, warnOncePerMinute } from './log.ts';

test('leaves out the connection that an error carries (S83)', () => {
  const client = new pg.Client({ connectionString: 'postgresql://owner:the-password@db.internal:5432/premium' });
  const error = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET', client });
  expect(shownError(error)).toEqual({
    type: 'Error',
    message: 'Connection terminated unexpectedly',
    code: 'ECONNRESET',
    stack: expect.any(String),
  });
  expect(JSON.stringify(shownError(error))).not.toMatch(/the-password|db\.internal|_events/);
});

test('leaves out what a cause carries, and shows a value that is not an Error by its type and text', () => {
  const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET', request: { body: 'secret' } });
  expect(shownError(new Error('away', { cause })).cause).toEqual({
    type: 'Error',
    message: 'reset',
    code: 'ECONNRESET',
    stack: expect.any(String),
  });
  const ofDriver = new DriverAdapterError({ kind: 'DatabaseNotReachable', host: 'db.internal', port: 5432 });
  expect(JSON.stringify(shownError(ofDriver))).not.toContain('db.internal');
  expect(shownError('text')).toEqual({ type: 'string', message: 'text' });
});

test('warns of a cause once a minute with the request that met it, and says how many lines it left out', () => {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  const start = Date.now();
  for (const seconds of [0, 1, 59, 61])
    warnOncePerMinute('test_cause', { requestId: `at ${seconds}` }, start + seconds * 1000);
  expect(warnOncePerMinute('other_cause', { requestId: 'other' }, start)).toBe(true);
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
    { cause: 'test_cause', requestId: 'at 0' },
    { cause: 'test_cause', requestId: 'at 61', left_out: 2 },
    { cause: 'other_cause', requestId: 'other' },
  ]);
  expect(settingRefusals()).toContainEqual({ cause: 'test_cause', total: 4, lastAt: start + 61_000 });
});

test('shows what an error says that is no Error, as pg-boss reports them, or that holds several', () => {
  const { message, stack } = new Error('permission denied for table job');
  expect(shownError({ message, stack, queue: 'mail.send', connection: { password: 'the-password' } })).toEqual({
    type: 'object',
    message: 'permission denied for table job',
    stack: expect.any(String),
  });
  const each = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'];
  const several = Object.assign(new AggregateError(each.map((text) => new Error(text))), { code: 'ECONNREFUSED' });
  expect(shownError(several)).toMatchObject({ message: each.join('; '), code: 'ECONNREFUSED' });
});
