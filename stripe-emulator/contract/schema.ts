/** The part of JSON Schema (2020-12) that the generated contract uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  maxProperties?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  deprecated?: boolean;
  'x-open-enum'?: boolean;
  'x-expandable'?: string;
  'x-cut'?: string;
};

/** One operation: its name (`Customers.create`), its parameters if it has any, and its response. */
export type OperationSchema = { operationId: string; params?: Schema; answer: Schema };

/** The contract of one SDK version. `paths` is path → lower-case HTTP method → operation. */
export type ContractDocument = {
  generator: string;
  sdkVersion: string;
  apiVersion: string;
  paths: Record<string, Record<string, OperationSchema>>;
  schemas: Record<string, Schema>;
  /** Event type → the name of its schema. */
  events: Record<string, string>;
};

/** The prefix of every `$ref`. */
export const SCHEMAS = '#/schemas/';

/** The types that the `type` keyword of a schema allows. */
export const typesOf = (schema: Schema): string[] =>
  Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : [];

/** The schema of Stripe's list object. */
export function listSchema(items: Schema): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['object', 'data', 'has_more', 'url'],
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
  };
}

/** A page of what a search found (https://docs.stripe.com/api/pagination/search). */
export const searchSchema = (items: Schema): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: ['object', 'data', 'has_more', 'url', 'next_page'],
  properties: {
    object: { const: 'search_result' },
    data: { type: 'array', items },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
    next_page: { type: ['string', 'null'] },
  },
});
