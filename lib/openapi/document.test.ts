import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CallSpec } from '#lib/routes/route.ts';
import { describeCall, type Method } from './described-call.ts';
import { toOperation } from './document.ts';

const View = z.object({ id: z.uuid() });
const PATH = '/admin/api/users/{id}';
const operationOf = (method: Method, spec: Omit<CallSpec, 'summary'>) =>
  toOperation(describeCall(method, PATH, { summary: 'Do it', ...spec }));

test.each<[Method, Omit<CallSpec, 'summary'>, string]>([
  ['GET', { access: 'public', answer: View }, '200 414 500 503'],
  ['GET', { access: 'repository', produces: 'nothing' }, '204 401 414 429 500 503'],
  ['GET', { access: 'server', answer: View, also: { 304: 'Not changed.' } }, '200 304 401 414 429 500 503'],
  ['DELETE', { access: 'user', params: View, answer: View }, '200 400 401 403 404 413 414 415 500 503'],
  [
    'POST',
    { access: 'public', limit: 'sign_up_address', body: View, answer: View },
    '200 400 403 413 414 415 422 429 500 503',
  ],
  ['GET', { access: 'admin', query: View, answer: View, refuses: ['conflict'] }, '200 400 401 403 409 414 500 503'],
  ['POST', { access: 'server', body: View, answer: View }, '200 400 401 413 414 415 422 429 500 503'],
])('describes a %s endpoint with %o as answering %s', (method, spec, statuses) => {
  expect(Object.keys(operationOf(method, spec).responses).join(' ')).toBe(statuses);
});

test('turns path and query into parameters, including those of every member of a union', () => {
  const query = z.union([
    z.object({ flow: z.literal('change'), quantity: z.int().describe('units') }),
    z.object({ flow: z.never().optional() }),
  ]);
  expect(operationOf('GET', { access: 'public', params: View, query }).parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'flow', in: 'query', required: false, schema: { type: 'string', const: 'change' } },
    { name: 'quantity', in: 'query', required: false, description: 'units', schema: { type: 'integer' } },
  ]);
});

test('makes a body optional if its schema is optional', () => {
  const required = (body: z.ZodType) => operationOf('POST', { access: 'user', body }).requestBody?.required;
  expect([required(View), required(View.optional())]).toEqual([true, false]);
});
