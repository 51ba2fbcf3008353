import { expect, test } from 'vitest';
import { z } from 'zod';
import { db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import '#lib/testing/database.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { statusRoute } from './status-route.ts';

const route = statusRoute(
  {
    access: 'repository',
    summary: 'Look',
    query: z.object({ n: z.string().optional() }),
    answer: z.object({ keys: z.array(z.string().optional()) }),
  },
  async ({ query }) => {
    if (query.n === 'taken') throw new DomainError('conflict', 'Taken.', { fields: { n: 'Taken.' } });
    return { keys: [query.n].slice() };
  },
);

async function call(url: string, authorization?: string) {
  const request = new Request(`http://localhost:8080${url}`, { headers: { ...(authorization && { authorization }) } });
  const response = await route(request, { params: Promise.resolve({}) });
  return { code: response.status, headers: response.headers, body: (await response.json()) as object };
}

test('adds the HTTP status to responses and errors', async () => {
  const { publicKey } = await createKeyRow(db());
  const authorization = `Basic ${Buffer.from(`${publicKey.slice(0, 8)}:${publicKey.slice(-8)}`).toString('base64')}`;
  expect(await call('/x?n=a', authorization)).toMatchObject({ code: 200, body: { status: 200, keys: ['a'] } });
  expect(await call('/x?n=taken', authorization)).toMatchObject({
    code: 409,
    body: { status: 409, code: 'conflict', error: 'Taken.', fields: { n: 'Taken.' } },
  });
  const refused = await call('/x');
  expect(refused).toMatchObject({ code: 401, body: { status: 401, code: 'unauthenticated' } });
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/);
  expect(refused.headers.get('content-type')).toBe('application/json');
});
