import json from '#generated/openapi.json' with { type: 'json' };
import { slugOf } from '#lib/base/text/format.ts';
import type { OpenApiDocument, Operation } from './document-types.ts';

/** The OpenAPI document of the build, written by bin/openapi.ts. */
export const published = json as unknown as OpenApiDocument;

export type PublishedCall = { method: string; path: string; operation: Operation };
export type PublishedArea = { name: string; slug: string; description: string; calls: PublishedCall[] };

/** Finds an area by its slug, areas for admins included. */
export const findPublishedArea = (slug: string): PublishedArea | undefined =>
  [...publishedAreas('everybody'), ...publishedAreas('admins')].find((area) => area.slug === slug);

/** Endpoints by area: only the areas for admins, or all other areas. */
export function publishedAreas(whose: 'everybody' | 'admins'): PublishedArea[] {
  const calls = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return published.tags
    .filter(({ name }) => name.startsWith('Admin') === (whose === 'admins'))
    .map(({ name, description }) => ({
      name,
      slug: slugOf(name),
      description,
      calls: calls.filter(({ operation }) => operation.tags.includes(name)),
    }));
}
