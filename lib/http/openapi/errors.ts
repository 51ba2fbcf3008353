import { STATUS_BY_CODE, type ErrorCode } from '#lib/errors.ts';
import type { ResponseObject } from './document-types.ts';

/** What a refusal of each status means, for a person who reads about the calls. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is not in the expected form; `fields` says where.',
  401: 'Nobody is logged in, or the credentials are wrong.',
  403: 'You may not do this, or another site caused the call.',
  404: 'There is nothing here that you may see.',
  405: 'There is no such method here; `Allow` names those that are.',
  409: 'It does not fit to how things are now.',
  413: 'The body is too large.',
  415: 'The body is of another type than application/json.',
  422: 'A rule is broken; `fields` says which.',
  429: 'Too many attempts.',
  500: 'Something went wrong on our side.',
  503: 'The service, or one that it needs, is away.',
};
const RETRIED = ['429', '503'];

/** The responses that operations refer to: one for each status of a refusal. */
export const refusalComponents = (): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      `Refusal${status}`,
      {
        description,
        ...(RETRIED.includes(status) && {
          headers: { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } } },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorView' } } },
      },
    ]),
  );

/** The refusals of one call by status; the text names the codes. */
export function refusalResponses(codes: readonly ErrorCode[]): Record<string, ResponseObject> {
  const byStatus = Object.groupBy(codes, (code) => STATUS_BY_CODE[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, found]) => [
      status,
      { $ref: `#/components/responses/Refusal${status}`, description: found.join(', ') },
    ]),
  );
}
