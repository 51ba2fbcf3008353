import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { published } from '#lib/openapi/published.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(closed(published) as object, 'document');
const validators = new Map<string, ValidateFunction>();

/** The document's paths, sorted so that static segments win over parameters. */
const CALLS = Object.entries(published.paths)
  .map(([path, methods]) => ({ path, methods, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

/**
 * How a response deviates from the OpenAPI document: an unknown status, or a body that does not match the schema. Null
 * if it matches, and for endpoints with their own error format.
 */
export function mismatch(
  method: string,
  url: string,
  status: number,
  contentType: string | null,
  text: string,
): string | null {
  const { pathname } = new URL(url, 'http://localhost');
  const call = CALLS.find(({ pattern }) => pattern.test(pathname));
  const responses = call?.methods[method.toLowerCase()]?.responses;
  if (!call || !responses || !('500' in responses)) return null;
  const name = `${method} ${pathname} ${status}`;
  const response = responses[status];
  if (!response) return `${name} is not in the OpenAPI document`;
  const isJson = contentType?.startsWith('application/json') ?? false;
  if (!isJson || !(response.$ref ?? response.content?.['application/json'])) return null;
  const validate = validator(
    response.$ref
      ? ['components', 'schemas', 'ErrorView']
      : [
          'paths',
          call.path,
          method.toLowerCase(),
          'responses',
          String(status),
          'content',
          'application/json',
          'schema',
        ],
  );
  return validate(JSON.parse(text)) ? null : `${name}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 400)}`;
}

/** The validator of the schema at this place in the document (JSON Pointer, RFC 6901). */
function validator(place: readonly string[]): ValidateFunction {
  const pointer = place.map((name) => `/${encodeURIComponent(name.replaceAll('/', '~1'))}`).join('');
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
  validators.set(pointer, known);
  return known;
}

/** Forbids unknown properties in every object. The document itself allows them, because responses may grow. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, held]) => [name, closed(held)]));
  const isObject = copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined;
  return isObject ? { ...copy, additionalProperties: false } : copy;
}
