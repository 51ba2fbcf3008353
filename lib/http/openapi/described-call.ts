import type { z } from 'zod';
import type { ErrorCode } from '#lib/errors.ts';
import type { Access, CallSpec } from '../route.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
/** What a status below 400 means and holds; without a schema and a media type it has no body. */
type Answer = { description: string; schema?: z.ZodType | undefined; mediaType?: string | undefined };

/** One call of the wire with all that is known about it. `path` names its parameters as OpenAPI does: `/users/{id}`. */
export type DescribedCall = {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  details?: string | undefined;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  /** of the body; JSON when absent */
  bodyType?: string | undefined;
  answers: Readonly<Record<number, Answer>>;
  refuses: readonly ErrorCode[];
};

/** A handler of `route` as a call: what its wrapper refuses follows from the specification. */
export function describeCall(method: Method, path: string, spec: CallSpec): DescribedCall {
  const { access, summary, details, params, query, body } = spec;
  const refuses = [...new Set([...refusalsOfWrapper(method, spec), ...(spec.refuses ?? [])])];
  return { method, path, access, summary, details, params, query, body, answers: answersOf(spec), refuses };
}

function answersOf({ answer, produces, also }: CallSpec): DescribedCall['answers'] {
  const further = Object.entries(also ?? {}).map(([status, description]) => [status, { description }]);
  const [status, done]: [number, Answer] =
    produces === 'nothing'
      ? [204, { description: 'Yes; there is no body.' }]
      : [200, { description: 'Done.', schema: answer, mediaType: produces ?? 'application/json' }];
  return { [status]: done, ...(Object.fromEntries(further) as Record<number, Answer>) };
}

const isSafe = (method: Method) => method === 'GET';
const needsCredentials = (access: Access) => access !== 'public';
/** Failures with credentials that a program guesses are limited (decisions §4). */
const countsFailures = (access: Access) => !['public', 'user', 'admin'].includes(access);

function refusalsOfWrapper(method: Method, { access, params, query, body, limit }: CallSpec): ErrorCode[] {
  return [
    ...(query || !isSafe(method) ? (['malformed'] as const) : []),
    ...(needsCredentials(access) ? (['unauthenticated'] as const) : []),
    ...(access === 'admin' || (!isSafe(method) && access !== 'server') ? (['forbidden'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(!isSafe(method) ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(body ? (['invalid'] as const) : []),
    ...(limit || countsFailures(access) ? (['rate_limited'] as const) : []),
    ...(['internal', 'unavailable'] as const),
  ];
}
