import type { ErrorCode } from '#lib/errors.ts';

/** A failed request. `code` is `network` without a response, and `unknown` if the response is not one of ours. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'unknown';
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The whole error body: a conflict carries the fresh row (R24). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fields = details.fields ?? {};
    this.body = details.body ?? {};
  }
}

type ApiErrorDetails = {
  status: number;
  code: ApiError['code'];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  fields?: Record<string, string> | undefined;
  body?: Record<string, unknown> | undefined;
};

/** Sends a GET to one of our own endpoints. Throws ApiError. */
export const apiGet = <T>(path: string, headers: Record<string, string> = {}): Promise<T> =>
  call<T>(path, { method: 'GET', headers });

/** Sends a POST with a JSON body to one of our own endpoints. Throws ApiError. */
export const apiPost = <T>(path: string, body: object): Promise<T> => call<T>(path, withJson('POST', body));

/** Sends a PUT with a JSON body to one of our own endpoints. Throws ApiError. */
export const apiPut = <T>(path: string, body: object): Promise<T> => call<T>(path, withJson('PUT', body));

/** Sends a PATCH with a JSON body to one of our own endpoints. Throws ApiError. */
export const apiPatch = <T>(path: string, body: object): Promise<T> => call<T>(path, withJson('PATCH', body));

/** Sends a DELETE to one of our own endpoints, with a JSON body if it takes one. Throws ApiError. */
export const apiDelete = <T>(path: string, body?: object): Promise<T> =>
  call<T>(path, body ? withJson('DELETE', body) : { method: 'DELETE' });

const withJson = (method: string, body: object): Call => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

type Call = { method: string; body?: string; headers?: Record<string, string> };

async function call<T>(path: string, init: Call): Promise<T> {
  const response = await send(path, init);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response, body);
  if (body === undefined)
    throw new ApiError('Invalid JSON response from server', {
      status: response.status,
      code: 'unknown',
      requestId: requestIdOf(response),
    });
  return body as T;
}

async function send(path: string, init: Call): Promise<Response> {
  try {
    return await fetch(path, {
      ...init,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'application/json', ...init.headers },
    });
  } catch {
    throw new ApiError('The server could not be reached. Please check your connection and try again.', {
      status: 0,
      code: 'network',
    });
  }
}

function refusal(response: Response, answer: unknown): ApiError {
  const body = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const { error, code, request_id, fields } = body;
  const message = typeof error === 'string' && error ? error : `HTTP ${response.status}: ${response.statusText}`;
  return new ApiError(message, {
    status: response.status,
    code: typeof code === 'string' ? (code as ErrorCode) : 'unknown',
    requestId: typeof request_id === 'string' ? request_id : requestIdOf(response),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : undefined,
    body,
  });
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined;
