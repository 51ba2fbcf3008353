/** The error object in Stripe's responses. */
export type ApiErrorBody = { type: string; code?: string; param?: string; message: string };

/** Becomes an error response in Stripe's format. */
export class StripeApiError extends Error {
  override name = 'StripeApiError';
  readonly status: number;
  readonly error: ApiErrorBody;

  constructor(status: number, error: ApiErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** A 400 about one parameter. */
export function invalid(message: string, param?: string, code?: string): StripeApiError {
  return new StripeApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

export const missing = (param: string) => invalid(`Missing required param: ${param}.`, param, 'parameter_missing');

/** The error for something that Stripe supports and the emulator does not, so that it is never silently ignored. */
export const unsupported = (param: string) =>
  invalid(
    `The local emulator does not support \`${param}\`. Extend stripe-emulator/ first.`,
    param,
    'emulator_unsupported',
  );

/** Refuses every parameter that the operation would otherwise ignore. */
export function refuseOthers(params: object, supported: string[], prefix = '') {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || name === 'expand' || supported.includes(name)) continue;
    throw unsupported(prefix ? `${prefix}[${name}]` : name);
  }
}

/** The row with this id. Throws Stripe's 404, or 400 if the id came as a parameter. */
export function findRow<T>(rows: Record<string, T>, id: string, noun: string, param?: string): T {
  const row = Object.hasOwn(rows, id) ? rows[id] : undefined;
  if (row !== undefined) return row;
  throw new StripeApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: param ?? 'id',
    message: `No such ${noun}: '${id}'`,
  });
}
