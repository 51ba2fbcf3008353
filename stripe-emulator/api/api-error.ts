/** The error object in Stripe's responses. */
export type FaultBody = { type: string; code?: string; param?: string; message: string };

/** Becomes an error response in Stripe's format. */
export class StripeFault extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly error: FaultBody;

  constructor(status: number, error: FaultBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** A 400 about one parameter. */
export function invalid(message: string, param?: string, code?: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

export const missing = (param: string) => invalid(`Missing required param: ${param}.`, param, 'parameter_missing');

/** For something that Stripe supports and the stand-in does not: an error instead of ignoring it. */
export const unsupported = (param: string) =>
  invalid(
    `The local stand-in does not support \`${param}\`. Extend stripe-emulator/ first.`,
    param,
    'standin_unsupported',
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
  throw new StripeFault(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: param ?? 'id',
    message: `No such ${noun}: '${id}'`,
  });
}
