import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { ErrorView } from '#lib/http/views.ts';
import { site } from '#lib/site.ts';
import { AREAS } from './areas.ts';
import type { DescribedCall } from './described-call.ts';
import type { OpenApiDocument } from './document-types.ts';
import { refusalComponents } from './errors.ts';
import { SCHEMA_STYLE } from './json-schema.ts';
import { toOperation } from './operation.ts';

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
