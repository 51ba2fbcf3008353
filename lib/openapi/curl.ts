import type { JsonSchema, OpenApiDocument, Operation } from './document-types.ts';
import { resolved } from './shape.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** curl's options for credentials, by security scheme. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  session: '-b cookies.txt',
  storageServer: '-u "$SERVER_NAME:$SERVER_TOKEN"',
  repositoryKey: '-u "$KEY_BEGIN:$KEY_END"',
  usageToken: '-H "Authorization: Bearer $USAGE_TOKEN"',
};

/** A curl command that sends the request to `origin`, with sample values for required parameters. */
export function curlOf(method: string, path: string, operation: Operation, schemas: Schemas, origin: string): string {
  const { parameters = [], security, requestBody } = operation;
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, schema }) => url.replace(`{${name}}`, String(sampleOf(name, schema, schemas))), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(name, schema, schemas)))}`);
  const credentials = security.flatMap((scheme) => Object.keys(scheme)).map((name) => CREDENTIALS[name] ?? '');
  const body = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => dataOf(type, schema, schemas));
  const isPlain = method === 'GET' || (method === 'POST' && body.length > 0);
  const url = `${origin}${address}${query.length ? `?${query.join('&')}` : ''}`;
  return ['curl', ...(isPlain ? [] : [`-X ${method}`]), ...credentials, ...body, quoted(url)].join(' ');
}

const quoted = (text: string) => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

function dataOf(type: string, schema: JsonSchema, schemas: Schemas): string {
  const sample = sampleOf('', schema, schemas);
  if (type === 'application/json') return `--json ${quoted(JSON.stringify(sample))}`;
  return Object.entries(sample as object)
    .map(([name, value]) => `-d ${quoted(`${name}=${String(value)}`)}`)
    .join(' ');
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01997bd4-5c20-7d11-9c1f-6f2f5d2f8a10',
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
};

/** A value that the schema accepts; an object has its required fields only. */
function sampleOf(name: string, given: JsonSchema, schemas: Schemas): unknown {
  const schema = resolved(given, schemas);
  const known = schema.examples?.[0] ?? schema.const ?? schema.enum?.[0];
  if (known !== undefined) return known;
  if (schema.anyOf) return sampleOf(name, schema.anyOf.findLast(({ type }) => type !== 'null') ?? {}, schemas);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field))
          .map(([field, value]) => [field, sampleOf(field, value, schemas)]),
      );
    case 'array':
      return [sampleOf(name, schema.items ?? {}, schemas)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return name === 'email' ? 'you@example.com' : (BY_FORMAT[schema.format ?? ''] ?? '…');
  }
}
