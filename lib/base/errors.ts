/** The HTTP status of each error code (docs/product.md, The wire). */
export const STATUS_BY_CODE = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  email_not_verified: 403,
  user_blocked: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  invalid: 422,
  weak_password: 422,
  passwords_differ: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof STATUS_BY_CODE;

/**
 * A refusal with a text for the user. `fields` holds a text for each invalid field of the body; `retryAfterSeconds`
 * goes with 429 and 503; `details` are further properties of the answer, such as the fresh row after a conflict (R24).
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.details = extra.details;
  }
}

/** `invalid` for one field of the body: `text` is for the field, `message` for the whole form. */
export const invalidField = (field: string, text: string, message = text): DomainError =>
  new DomainError('invalid', message, { fields: { [field]: text } });

/** The JSON body of a refusal. OAuth endpoints use the body of RFC 6749 instead. */
export type ErrorBody = { error: string; code: ErrorCode; request_id: string; fields?: Record<string, string> };
