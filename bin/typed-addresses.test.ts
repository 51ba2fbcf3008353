import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCalls } from './openapi/calls.ts';

const calls = await readCalls();

/** The verb compares what was typed, so that any other text gets a 422 (lib/users/email/typed-address.db.test.ts). */
const COMPARED_BY_THE_VERB = ['DELETE /account/api', 'DELETE /admin/api/users/{id}'];

/** The texts that find people or keys by address (lib/users/email/typed-address.db.test.ts). */
const SEARCHED = [
  ...['GET /admin/api/audit actor', 'GET /admin/api/audit target'],
  ...['GET /admin/api/audit/export actor', 'GET /admin/api/audit/export target'],
  ...['GET /admin/api/fuzzy-keys search', 'GET /admin/api/unassociated-keys search'],
  ...['GET /admin/api/usage/ranking search', 'GET /admin/api/search q'],
  ...['GET /admin/api/users search', 'GET /admin/api/users/export search'],
];
/** Texts of other kinds: an application's name or id, the beginning of a hash. */
const NOT_AN_ADDRESS = ['GET /admin/api/oauth2/clients search', 'GET /admin/api/refusals q'];

const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  return inner instanceof z.ZodObject ? inner.shape : {};
};

test('stores and compares an address in one form, whatever field it is typed into (S11, S89)', () => {
  const fields = calls.flatMap(({ method, path, body }) => {
    const { email } = fieldsOf(body);
    return email && !COMPARED_BY_THE_VERB.includes(`${method} ${path}`) ? [{ name: `${method} ${path}`, email }] : [];
  });
  expect(fields.length).toBeGreaterThan(15);
  for (const { name, email } of fields)
    for (const typed of ['You@BÜCHER.example', 'you@xn--bcher-kva.example', ' you＠bu\u0308cher.example '])
      expect([name, email.safeParse(typed).data]).toEqual([name, 'you@xn--bcher-kva.example']);
});

test('knows every text that looks for an address (S89)', () => {
  const names = calls.flatMap(({ method, path, query }) =>
    Object.entries(fieldsOf(query))
      .filter(
        ([name, schema]) => /^(q|search|actor|target|email)$/.test(name) && schema.safeParse('x@y.example').success,
      )
      .map(([name]) => `${method} ${path} ${name}`),
  );
  expect(names.toSorted()).toEqual([...SEARCHED, ...NOT_AN_ADDRESS].toSorted());
});
