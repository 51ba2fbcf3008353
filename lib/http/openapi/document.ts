import { site } from '#lib/site.ts';
import { ErrorView } from '../views.ts';
import { AREAS } from './areas.ts';
import type { DescribedCall } from './described-call.ts';
import type { OpenApiDocument, Operation } from './document-types.ts';
import { refusalComponents } from './errors.ts';
import { toJsonSchema, type Components } from './json-schema.ts';
import { toOperation } from './operation.ts';

/** All calls as an OpenAPI 3.1 document, in the order of their paths. Its server is wherever it was fetched from. */
export function openApiDocument(calls: readonly DescribedCall[]): OpenApiDocument {
  const schemas: Components = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls.toSorted((a, b) => compare(a.path, b.path)))
    (paths[call.path] ??= {})[call.method.toLowerCase()] = toOperation(call, schemas);
  const refusal = toJsonSchema(ErrorView, 'output', schemas);
  schemas.ErrorView ??= refusal;
  return {
    openapi: '3.1.0',
    info: { title: site.name, version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    tags: AREAS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => compare(a, b))),
      responses: refusalComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const ABOUT =
  'Every call of this site: those of its own pages, and those for programs. Bodies and answers are JSON in snake_case, ' +
  'times are ISO 8601 UTC unless said otherwise. Answers may get further names: ignore those that you do not know. ' +
  'A refusal has the form of ErrorView. Lists answer `next_cursor`: sent back as `cursor` it gives the next page.';

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-next-auth.session-token',
    description:
      'The cookie that POST /login/email sets; without TLS its name lacks __Secure-. curl keeps it with -c cookies.txt.',
  },
  storageServer: {
    type: 'http',
    scheme: 'basic',
    description: 'Name and token of a storage server, which admins make.',
  },
  repositoryKey: {
    type: 'http',
    scheme: 'basic',
    description: 'The first 8 characters of an API key as the name, the last 8 as the password.',
  },
  usageToken: { type: 'http', scheme: 'bearer', description: 'A usage token, which you make on your account page.' },
} as const;
