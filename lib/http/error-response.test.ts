import { expect, test } from 'vitest';
import { Prisma } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { errorResponse } from './error-response.ts';

const prisma = (code: string, message = '') =>
  new Prisma.PrismaClientKnownRequestError(message, { code, clientVersion: '7' });
const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  ['Prisma cannot reach the server', prisma('P1001')],
  ['no free connection', prisma('P2024')],
  ['no transaction in time', prisma('P2028')],
  [
    'PostgreSQL starts',
    prisma('P2010', 'Database error. Code: `57P03`. Message: `the database system is starting up`'),
  ],
  ['PostgreSQL stops', prisma('P2010', 'Raw query failed. Code: `57P01`. Message: `terminating connection`')],
  ['the connection broke', prisma('P2010', 'Raw query failed. Code: `08006`. Message: ``')],
  [
    'a statement reached no server',
    prisma('P2010', "Raw query failed. Code: `N/A`. Message: `Can't reach database server`"),
  ],
  ['the socket was refused', withCode('ECONNREFUSED')],
  [
    'the connection broke amid a transaction',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['the pool is full', new Error('timeout exceeded when trying to connect')],
  ['Stripe is away', Object.assign(new Error(''), { type: 'StripeConnectionError' })],
])('R9 R19 %s: 503 with Retry-After', async (_title, error) => {
  const response = errorResponse(error, 'id-1');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'unavailable', request_id: 'id-1' });
});

test.each([
  ['a broken rule of the database', prisma('P2002', 'Unique constraint failed on users_email_key')],
  ['a bug', new TypeError('cannot read /srv/secret of undefined')],
  ['something that is no error', 'SELECT 1'],
])('S82 %s: 500 with a fixed text, and nothing of its own', async (_title, error) => {
  const response = errorResponse(error, 'id-2');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    request_id: 'id-2',
  });
});

test('a refusal keeps its text, fields and Retry-After, and is never stored', async () => {
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
