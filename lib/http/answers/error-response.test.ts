import { expect, test } from 'vitest';
import { Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { errorResponse } from './error-response.ts';

const prisma = (code: string, message = '') =>
  new Prisma.PrismaClientKnownRequestError(message, { code, clientVersion: '7' });
const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  ['Prisma cannot reach the server', prisma('P1001')],
  ['no connection is free', prisma('P2024')],
  ['no transaction starts in time', prisma('P2028')],
  [
    'PostgreSQL is starting',
    prisma('P2010', 'Database error. Code: `57P03`. Message: `the database system is starting up`'),
  ],
  ['PostgreSQL is stopping', prisma('P2010', 'Raw query failed. Code: `57P01`. Message: `terminating connection`')],
  [
    'the server is a standby',
    prisma('P2010', 'Raw query failed. Code: `25006`. Message: `cannot execute INSERT in a read-only transaction`'),
  ],
  ['no packet reaches the host', withCode('EHOSTUNREACH')],
  ['the connection broke', prisma('P2010', 'Raw query failed. Code: `08006`. Message: ``')],
  [
    'a statement reached no server',
    prisma('P2010', "Raw query failed. Code: `N/A`. Message: `Can't reach database server`"),
  ],
  ['the socket was refused', withCode('ECONNREFUSED')],
  [
    'the connection broke during a transaction',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['PostgreSQL ended a deadlock', prisma('P2034', 'Transaction failed due to a write conflict or a deadlock.')],
  ['the pool is full', new Error('timeout exceeded when trying to connect')],
  ['Stripe is unreachable', Object.assign(new Error(''), { type: 'StripeConnectionError' })],
])('answers 503 with Retry-After when %s (R9, R19)', async (_title, error) => {
  const response = errorResponse(error, 'id-1');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'unavailable', request_id: 'id-1' });
});

test.each([
  ['a violated database constraint', prisma('P2002', 'Unique constraint failed on users_email_key')],
  ['a bug', new TypeError('cannot read /srv/secret of undefined')],
  ['a thrown value that is not an error', 'SELECT 1'],
])('answers 500 with only a fixed text for %s (S82)', async (_title, error) => {
  const response = errorResponse(error, 'id-2');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    request_id: 'id-2',
  });
});

test('keeps the text, fields and Retry-After of a refusal, and forbids caching', async () => {
  const refusal = new DomainError('rate_limited', 'Slowly.', { retryAfterSeconds: 7, fields: { email: 'taken' } });
  const response = errorResponse(refusal, 'id-3');
  expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([
    429,
    '7',
    'no-store',
  ]);
  expect(await response.json()).toEqual({
    error: 'Slowly.',
    code: 'rate_limited',
    request_id: 'id-3',
    fields: { email: 'taken' },
  });
});
