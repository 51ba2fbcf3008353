import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { expect, test } from 'vitest';
import { shownError } from './log.ts';

test('S83 of an error that carries its connection only its words are shown', () => {
  const client = new pg.Client({ connectionString: 'postgresql://owner:the-password@db.internal:5432/premium' });
  const error = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET', client });
  expect(shownError(error)).toEqual({
    ...{ type: 'Error', message: 'Connection terminated unexpectedly', code: 'ECONNRESET' },
    stack: expect.any(String),
  });
  expect(JSON.stringify(shownError(error))).not.toMatch(/the-password|db\.internal|_events/);
});

test('the causes of an error are shown the same way, and what is no error in a word', () => {
  const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET', request: { body: 'secret' } });
  expect(shownError(new Error('away', { cause })).cause).toEqual({
    ...{ type: 'Error', message: 'reset', code: 'ECONNRESET', stack: expect.any(String) },
  });
  const ofDriver = new DriverAdapterError({ kind: 'DatabaseNotReachable', host: 'db.internal', port: 5432 });
  expect(JSON.stringify(shownError(ofDriver))).not.toContain('db.internal');
  expect(shownError('text')).toEqual({ type: 'string', message: 'text' });
});
