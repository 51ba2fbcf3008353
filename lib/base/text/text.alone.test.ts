import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiPathOf } from '#bin/openapi/url-of.ts';
import { METHODS } from '#lib/openapi/described-call.ts';
import type { CallSpec } from '#lib/routes/route.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';

useTestEnvironment();
const files = globSync('app/**/route.ts', { exclude: ['app/api/openapi.json/route.ts'] }).toSorted();
const fields = (await Promise.all(files.map(fieldsIn))).flat();

/** The text fields of all bodies in a file's handlers, each with its schema. */
async function fieldsIn(file: string): Promise<{ name: string; schema: z.ZodType }[]> {
  const handlers = (await import(`../../../${file}`)) as Record<string, { spec?: CallSpec } | undefined>;
  return METHODS.flatMap((method) => {
    const body = handlers[method]?.spec?.body;
    return textsIn(`${method} ${openApiPathOf(file)}`, body);
  });
}

function textsIn(name: string, schema: unknown): { name: string; schema: z.ZodType }[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(name, schema.unwrap());
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) => textsIn(`${name} ${field}`, inner));
  if (schema instanceof z.ZodArray) return textsIn(name, schema.element);
  return schema instanceof z.ZodType && schema.safeParse('aaaaaaaaaaaa').success ? [{ name, schema }] : [];
}

/** Texts that may have these characters, and why. */
const OTHERS: Record<string, RegExp> = {
  'several lines, for admins only': / notes$/,
  'passwords are stored exactly as typed': / (password|new_password|current_password)$/,
  'compared, never stored': / (code|token|description|email|key)$/,
  'a public key, which is checked later': / (public_key|custom_key|key_id)$/,
  'part of a URL of this site': / (return_url|query)$/,
  'OAuth has its own rules for names and URIs (lib/oauth/clients/client-rules.ts)':
    /oauth2\/clients.* (name|redirect_uris|post_logout_redirect_uris|backchannel_logout_uri|scopes)$/,
  'several lines, for the seller': /^POST \/account\/api\/billing\/cancel comment$/,
  'reported by a storage host': /^(PUT \/api\/storage\/test-message|POST \/api\/storage\/hashes) error$/,
  'several lines, between a reporter and the desk':
    /^POST (\/account)?\/api\/reports( note|\/\{id\}\/answer answer)$|^POST \/admin\/api\/re(ports\/\{id\}\/judge|fusals\/\{digest\}\/lift) reason$/,
  'only the hashes in it are stored': /^POST \/account\/api\/reports pasted$/,
};

/** Names and texts that other people read. */
const STORED = [
  'POST /admin/api/users/{id}/view reason',
  'POST /admin/api/views name',
  'PUT /admin/api/views/{id} name',
  'POST /admin/api/fuzzy-keys/generate description',
  'POST /admin/api/servers description',
  'POST /account/api/usage-tokens name',
  'PATCH /account/api/passkeys/{id} name',
  'PATCH /account/api/servers/{id} name',
];
const HIDDEN = ['\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\u0007'];
const accepts = (schema: z.ZodType) => HIDDEN.some((text) => schema.safeParse(`aaaaaaaaaaaa${text}a`).success);

test('every text of a body is one line without hidden characters, or is listed here', () => {
  const accepting = fields.filter(({ schema }) => accepts(schema)).map(({ name }) => name);
  const reasons = Object.values(OTHERS);
  expect(accepting.filter((name) => !reasons.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(reasons.filter((pattern) => !accepting.some((name) => pattern.test(name)))).toEqual([]);
  for (const name of STORED) expect(accepting).not.toContain(name);
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(STORED));
});
