import type { oas31, ZodOpenApiResponseObject } from 'zod-openapi';
import { STATUS_BY_CODE, type ErrorCode } from '#lib/base/errors.ts';

/** What each error status means, for readers of the API reference. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is malformed; `fields` says where.',
  401: 'No user is logged in, or the credentials are wrong.',
  403: 'You may not do this, or another site caused the request.',
  404: 'Not found, or not visible to you.',
  405: 'The method is not allowed; `Allow` lists those that are.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is not application/json.',
  422: 'A rule is broken; `fields` says which.',
  429: 'Too many attempts.',
  500: 'Something went wrong on our side.',
  503: 'The service, or one that it depends on, is unavailable.',
};
const RETRIED = ['429', '503'];
const RETRY_AFTER: oas31.HeadersObject = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } },
};

/** The responses that operations refer to: one for each error status. */
export const refusalComponents = (): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      `Refusal${status}`,
      {
        description,
        ...(RETRIED.includes(status) && { headers: RETRY_AFTER }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorView' } } },
      },
    ]),
  );

/** The errors of one endpoint by status; each description lists the codes. */
export function refusalResponses(codes: readonly ErrorCode[]): Record<string, oas31.ReferenceObject> {
  const byStatus = Object.groupBy(codes, (code) => STATUS_BY_CODE[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, found]) => [
      status,
      { $ref: `#/components/responses/Refusal${status}`, description: found.join(', ') },
    ]),
  );
}
