import { expect, test } from 'vitest';
import { servedCalls } from '#e2e/support/routes.ts';
import { DomainError } from '#lib/base/errors.ts';
import { parse } from '#lib/http/parse.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { published } from '#lib/openapi/published.ts';
import { readCalls } from './openapi/calls.ts';

const calls = await readCalls();
const document = openApiDocument(calls);

/** Endpoints that server/index.ts or the provider (lib/oauth/provider/mount.ts) answers before Next. */
const OUTSIDE_OF_APP = [
  ...['GET /healthz', 'GET /readyz', 'GET /oauth2/authorize', 'POST /oauth2/authorize', 'POST /oauth2/token'],
  ...['GET /oauth2/userinfo', 'POST /oauth2/userinfo', 'POST /oauth2/introspect', 'POST /oauth2/revoke'],
  ...['POST /oauth2/device_authorization', 'GET /oauth2/device', 'POST /oauth2/device'],
  ...['POST /oauth2/par', 'GET /oauth2/end_session', 'POST /oauth2/end_session', 'GET /oauth2/jwks'],
  ...['POST /oauth2/end_session/confirm', 'GET /oauth2/end_session/success'],
  ...['GET /.well-known/openid-configuration', 'GET /.well-known/oauth-authorization-server'],
];

const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, '[$1]')}`),
);

test('describes every served endpoint once, and nothing else', () => {
  expect(described.toSorted()).toEqual([...servedCalls(), ...OUTSIDE_OF_APP].toSorted());
  expect(calls).toHaveLength(described.length);
});

test('matches the generated document', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(document)));
});

test('writes every summary as a short fragment without a full stop', () => {
  for (const { method, path, summary } of calls) expect(summary, `${method} ${path}`).toMatch(/^[A-Z].{4,90}[^.]$/);
});

test('resolves every reference, and names every operation uniquely', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`);
  const known = Object.entries(document.components).flatMap(([kind, held]) =>
    Object.keys(held).map((name) => `${kind}/${name}`),
  );
  expect(new Set(names).difference(new Set(known))).toEqual(new Set());
  expect(
    Object.keys(document.components.schemas).filter((name) => name.startsWith('_')),
    'without a name',
  ).toEqual([]);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('describes no response with a schema that allows any value', () => {
  const loose = calls
    .filter(({ refuses }) => refuses.includes('internal'))
    .filter(({ method, path }) => {
      const content = document.paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json'];
      return content && !Object.keys(content.schema).some((name) => ['$ref', 'type', 'anyOf'].includes(name));
    });
  expect(loose.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

/** Wording of zod's default messages. */
const WORDS_OF_ZOD = /Invalid (input|option|string)|: expected |, received |Too (small|big)|Unrecognized key/i;
const UNFIT: readonly unknown[] = [undefined, {}, [], null, 5, 'text'];
const UNFIT_VALUES: readonly unknown[] = [5, null, [], {}, '', true, -1, 'x'.repeat(5000), ['', 5], [{}], [null]];

test("refuses no body, query or path with zod's default messages", () => {
  const names = ['__proto__', 'unknown', ...propertiesIn(document)];
  const everywhere = UNFIT_VALUES.map((value) => Object.fromEntries(names.map((name) => [name, value])));
  const wrong: string[] = [];
  let refused = 0;
  for (const { method, path, ...schemas } of calls)
    for (const part of ['params', 'query', 'body'] as const)
      for (const value of [...UNFIT, ...everywhere])
        try {
          parse(schemas[part], value, part === 'body' ? 'invalid' : 'malformed');
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          refused++;
          const texts = [error.message, ...Object.values(error.fields ?? {})];
          if (texts.some((text) => !text || WORDS_OF_ZOD.test(text)))
            wrong.push(`${method} ${path}: ${texts.join(' ')}`);
        }
  expect(refused, 'refusals that were checked').toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});

/** The name of every property that a schema of the document has. */
function propertiesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value ? Object.keys(value.properties ?? {}) : [];
  return [...new Set([...own, ...Object.values(value).flatMap(propertiesIn)])];
}
