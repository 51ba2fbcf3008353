import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from 'zod-openapi';

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
