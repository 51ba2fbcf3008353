import {
  createDocument,
  type CreateDocumentOptions,
  createSchema,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { z } from 'zod';
import { site } from '#lib/base/settings/site.ts';
import { ErrorView } from '#lib/http/answers/views.ts';
import type { Access } from '#lib/routes/route.ts';
import type { DescribedCall } from './described-call.ts';
import type { JsonSchema, OpenApiDocument } from './document-types.ts';
import { refusalComponents, refusalResponses } from './errors.ts';

/**
 * All endpoints as an OpenAPI 3.1 document, sorted by path. The server URL is relative: the origin that the document
 * was fetched from.
 */
export function openApiDocument(calls: readonly DescribedCall[]): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const call of calls.toSorted((a, b) => compare(a.path, b.path)))
    (paths[call.path] ??= {})[call.method.toLowerCase()] = toOperation(call);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: site.name, version: '1', description: ABOUT },
      servers: [{ url: '/' }],
      tags: AREAS.map(({ name, description }) => ({ name, description })),
      paths,
      components: { schemas: { ErrorView }, responses: refusalComponents(), securitySchemes: SECURITY_SCHEMES },
    },
    SCHEMA_STYLE,
  );
  return document as unknown as OpenApiDocument;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const ABOUT =
  'Every endpoint of this site: those of its own pages, and those for programs. Bodies and responses are JSON in ' +
  'snake_case, times are ISO 8601 UTC unless stated otherwise. Responses may gain fields: ignore those that you do ' +
  'not know. Errors have the form of ErrorView. Lists return `next_cursor`: send it as `cursor` to get the next page.';

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: `__Host-${site.slug}_session`,
    description:
      'The cookie that POST /login/email sets. Without TLS its name lacks __Host-. To save it: curl -c cookies.txt.',
  },
  storageServer: {
    type: 'http',
    scheme: 'basic',
    description: 'Name and token of a storage server, created by an admin.',
  },
  repositoryKey: {
    type: 'http',
    scheme: 'basic',
    description: 'The first 8 characters of an API key as the name, the last 8 as the password.',
  },
  usageToken: { type: 'http', scheme: 'bearer', description: 'A usage token, created on your account page.' },
} as const;

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

/** How the document writes zod schemas. */
export const SCHEMA_STYLE: CreateDocumentOptions = { override: tidy };

/**
 * Writes dates as times, and drops what adds nothing: patterns implied by a format, `propertyNames` of records, and the
 * bounds of safe integers. Responses may gain fields, so `additionalProperties: false` is left out.
 */
function tidy({ zodSchema, jsonSchema: json }: ZodOpenApiOverrideContext): void {
  const { type } = zodSchema._zod.def;
  if (type === 'date') json.format = 'date-time';
  if (json.format) delete json.pattern;
  if (type === 'record') delete json.propertyNames;
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

type Area = { name: string; description: string; paths: readonly string[] };

/** Areas of the API by path prefix. The first match wins. */
const AREAS: readonly Area[] = [
  {
    name: 'Usage',
    description: 'Usage of your key, and the limits of your plan.',
    paths: [
      ...['/api/usage', '/usagegraph', '/account/api/last-request'],
      ...['/account/api/usage-tokens', '/account/api/usage-alerts'],
    ],
  },
  {
    name: 'Reports of hashes',
    description: 'Hashes that should not be on a list: look one up, report it, follow its removal.',
    paths: ['/account/api/reports', '/api/reports', '/api/report-figures'],
  },
  {
    name: 'API key',
    description: 'Your key, its rotation, and setup files with it.',
    paths: ['/account/api/key', '/account/api/setup', '/account/api/doctor', '/test-message.eml'],
  },
  {
    name: 'Package repository',
    description: 'Access checks for the web server of the package repository.',
    paths: ['/api/repository'],
  },
  {
    name: 'Storage servers',
    description: 'Endpoints for the agent on a storage host. Responses hold private keys, so use TLS only.',
    paths: ['/api/storage'],
  },
  {
    name: 'Billing',
    description: 'Your plan and its price. Stripe keeps cards and invoices.',
    paths: ['/account/api/billing', '/buy', '/billing', '/api/webhooks'],
  },
  {
    name: 'Account',
    description: 'Your account data, who acts for it, and how you log in.',
    paths: ['/userstatus', '/account', '/change', '/dpa', '/.well-known/change-password'],
  },
  {
    name: 'Logging in',
    description: 'Sign-up, login and forgotten passwords. Paths that end in /form serve browsers without JavaScript.',
    paths: ['/login', '/logout', '/signup', '/verify', '/forgot', '/reset'],
  },
  {
    name: 'OAuth2 and OpenID Connect',
    description: 'Login to other applications with an account here. Discovery has the details.',
    paths: ['/oauth2', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  },
  {
    name: 'Service',
    description: 'Health checks and the description of the API.',
    paths: ['/healthz', '/readyz', '/api/live', '/api/openapi.json', '/.well-known/security.txt'],
  },
  {
    name: 'Admin: keys',
    description: 'Fuzzy keys, for admins.',
    paths: [
      ...['/admin/api/fuzzy-keys', '/admin/api/doctor', '/admin/api/assign-key', '/admin/api/unassociated-keys'],
      ...['/admin/namemap', '/admin/usagegraph', '/admin/api/usage'],
    ],
  },
  {
    name: 'Admin: billing',
    description: 'Subscriptions at Stripe, and what an admin must resolve.',
    paths: ['/admin/api/billing'],
  },
  { name: 'Admin: OAuth2 clients', description: 'OAuth clients and their tokens.', paths: ['/admin/api/oauth2'] },
  { name: 'Admin: storage servers', description: 'Hosts of the fuzzy storage.', paths: ['/admin/api/servers'] },
  {
    name: 'Admin: reports of hashes',
    description: 'The desk that judges reports, and the hashes that hosts do not learn again.',
    paths: ['/admin/api/reports', '/admin/api/refusals'],
  },
  {
    name: 'Admin: testimonials',
    description: 'What customers said, for the home page.',
    paths: ['/admin/api/testimonials'],
  },
  {
    name: 'Admin: audit and jobs',
    description: 'The audit log and the job queues.',
    paths: ['/admin/api/audit', '/admin/api/jobs'],
  },
  { name: 'Admin: users', description: 'Users, their limits and their keys.', paths: ['/admin'] },
];

/** The area of a path. Throws if none matches. */
function areaOf(path: string): string {
  const area = AREAS.find(({ paths }) => paths.some((begin) => path === begin || path.startsWith(`${begin}/`)));
  if (!area) throw new Error(`No API area covers ${path}`);
  return area.name;
}
