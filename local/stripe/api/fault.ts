/** The error object of Stripe's answers. */
export type FaultBody = { type: string; code?: string; param?: string; message: string };

/** An answer in Stripe's error form. */
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

/** Something Stripe does and the stand-in does not. Said loudly rather than ignored. */
export const unsupported = (param: string) =>
  invalid(`The local stand-in does not do \`${param}\`; extend local/stripe/ first.`, param, 'standin_unsupported');

/** Refuses every parameter that the operation would otherwise ignore. */
export function refuseOthers(params: object, supported: string[], prefix = '') {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || name === 'expand' || supported.includes(name)) continue;
    throw unsupported(prefix ? `${prefix}[${name}]` : name);
  }
}

/** The row of that id, or Stripe's 404 (400 when the id came as a parameter). */
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
