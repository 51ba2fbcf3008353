import type { z } from 'zod';
import { isOfAccount } from '#lib/accounts/roles.ts';
import type { ErrorCode } from '#lib/base/errors.ts';
import type { Access, CallSpec } from '#lib/routes/route.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
/** A response with a status below 400. Without a schema and a media type it has no body. */
type Answer = { description: string; schema?: z.ZodType | undefined; mediaType?: string | undefined };

/** Everything the description says about one endpoint. `path` names parameters as OpenAPI does: `/users/{id}`. */
export type DescribedCall = {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  details?: string | undefined;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  /** media type of the body; JSON if absent */
  bodyType?: string | undefined;
  answers: Readonly<Record<number, Answer>>;
  refuses: readonly ErrorCode[];
};

/** Describes a `route` handler. Adds the errors that `route` itself can throw, which follow from the specification. */
export function describeCall(method: Method, path: string, spec: CallSpec): DescribedCall {
  const { access, summary, details, params, query, body } = spec;
  // by role, for want of a required factor, and where the page shows another account
  const byAccount = access === 'user' && isOfAccount(method, path) ? (['forbidden'] as const) : [];
  const refuses = [...new Set([...refusalsOfWrapper(method, spec), ...byAccount, ...(spec.refuses ?? [])])];
  return { method, path, access, summary, details, params, query, body, answers: answersOf(spec), refuses };
}

function answersOf({ answer, produces, also }: CallSpec): DescribedCall['answers'] {
  const further = Object.entries(also ?? {}).map(([status, description]) => [status, { description }]);
  const [status, done]: [number, Answer] =
    produces === 'nothing'
      ? [204, { description: 'Success, without a body.' }]
      : [200, { description: 'Success.', schema: answer, mediaType: produces ?? 'application/json' }];
  return { [status]: done, ...(Object.fromEntries(further) as Record<number, Answer>) };
}

const isSafe = (method: Method) => method === 'GET';
const needsCredentials = (access: Access) => access !== 'public';
/** Wrong credentials of programs are rate limited (docs/limits.md). */
const countsFailures = (access: Access) => !['public', 'user', 'admin'].includes(access);

function refusalsOfWrapper(method: Method, { access, params, choices, query, body, limit }: CallSpec): ErrorCode[] {
  return [
    ...(query || choices || !isSafe(method) ? (['malformed'] as const) : []),
    ...(needsCredentials(access) ? (['unauthenticated'] as const) : []),
    ...(access === 'admin' || (!isSafe(method) && access !== 'server') ? (['forbidden'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(!isSafe(method) ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(body ? (['invalid'] as const) : []),
    ...(limit || countsFailures(access) ? (['rate_limited'] as const) : []),
    ...(['uri_too_long', 'internal', 'unavailable'] as const),
  ];
}
