import { published } from '#lib/openapi/published.ts';
import { resolved } from '#lib/openapi/shape.ts';

const { schemas } = published.components;

/** `METHOD /path field` of every text in a request body whose name matches, by the published description. */
export const typedFields = (name: RegExp): string[] =>
  Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.entries(resolved(schema, schemas).properties ?? {})
          .filter(([field, property]) => name.test(field) && resolved(property, schemas).type !== 'boolean')
          .map(([field]) => `${method.toUpperCase()} ${path} ${field}`),
      ),
    ),
  );
