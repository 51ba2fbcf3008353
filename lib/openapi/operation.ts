import type { z } from 'zod';
import {
  createSchema,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Access } from '#lib/routes/route.ts';
import { areaOf } from './areas.ts';
import type { DescribedCall } from './described-call.ts';
import type { JsonSchema } from './document-types.ts';
import { refusalResponses } from './errors.ts';
import { SCHEMA_STYLE } from './json-schema.ts';

/** The OpenAPI security requirement for each kind of caller. */
const SECURITY: Readonly<Record<Access, oas31.SecurityRequirementObject[]>> = {
  public: [],
  user: [{ session: [] }],
  admin: [{ session: [] }],
  server: [{ storageServer: [] }],
  repository: [{ repositoryKey: [] }],
  'usage-token': [{ usageToken: [] }],
};

/** One endpoint as an OpenAPI operation, with the zod schemas of its body and responses. */
export function toOperation(call: DescribedCall): ZodOpenApiOperationObject {
  const { method, path, access, summary, details, params, query, body } = call;
  const parameters = [...(params ? toParameters('path', params) : []), ...(query ? toParameters('query', query) : [])];
  return {
    operationId: operationId(method, path),
    tags: [areaOf(path)],
    summary,
    ...(details !== undefined && { description: details }),
    security: SECURITY[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: toRequestBody(body, call.bodyType) }),
    responses: { ...toResponses(call), ...refusalResponses(call.refuses) },
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `GET /admin/api/users/{id}` → `getAdminApiUsersById`. */
function operationId(method: string, path: string): string {
  const words = path.replaceAll('{', 'by-').match(/[A-Za-z0-9]+/g) ?? [];
  return method.toLowerCase() + words.map(capitalized).join('');
}

/** A union yields the parameters of all its members, each optional unless every member requires it. */
function toParameters(place: 'path' | 'query', schema: z.ZodType): oas31.ParameterObject[] {
  const json = createSchema(schema, { io: 'input', opts: SCHEMA_STYLE }).schema as JsonSchema;
  const forms = json.anyOf ?? [json];
  const names = [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return names.map((name) => {
    const found = forms.map(({ properties }) => properties?.[name]).filter((form) => form && !('not' in form));
    const { description, ...rest } = found.length > 1 ? { anyOf: found as JsonSchema[] } : (found[0] ?? {});
    const schema = rest as oas31.SchemaObject;
    const required = place === 'path' || forms.every((form) => form.required?.includes(name) ?? false);
    return { name, in: place, required, ...(description !== undefined && { description }), schema };
  });
}

const toRequestBody = (schema: z.ZodType, type = 'application/json'): ZodOpenApiRequestBodyObject => ({
  required: !schema.safeParse(undefined).success,
  content: { [type]: { schema } },
});

const TEXT = { type: 'string' } as const;

const toResponses = ({ answers }: DescribedCall): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema = TEXT, mediaType }]) => [
      status,
      { description, ...(mediaType !== undefined && { content: { [mediaType]: { schema } } }) },
    ]),
  );
