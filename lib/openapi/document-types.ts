/** The subset of JSON Schema (draft 2020-12) that zod writes. */
export type JsonSchema = {
  $ref?: string | undefined;
  type?: string | readonly string[] | undefined;
  description?: string | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  default?: unknown;
  examples?: readonly unknown[] | undefined;
  const?: unknown;
  enum?: readonly unknown[] | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  required?: readonly string[] | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  items?: JsonSchema | undefined;
  anyOf?: readonly JsonSchema[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
};

type Content = Readonly<Record<string, { schema: JsonSchema }>>;
export type Parameter = {
  name: string;
  /** `path` or `query` */
  in: string;
  required: boolean;
  description?: string | undefined;
  schema: JsonSchema;
};
/** A response, or with `$ref` a reference to a response in `components.responses`. Both have a description. */
export type ResponseObject = {
  $ref?: string | undefined;
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>> | undefined;
  content?: Content | undefined;
};
export type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string | undefined;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[] | undefined;
  requestBody?: { required: boolean; content: Content } | undefined;
  responses: Readonly<Record<string, ResponseObject>>;
};

/** The subset of an OpenAPI 3.1 document that ours uses. */
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, ResponseObject>>;
    securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
};
