import type { ErrorCode } from '#lib/errors.ts';
import type { AnswerOf, Endpoint, InputOf } from './api-types.ts';

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

/** True if the request was refused because the user is not logged in. */
export const isLoggedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

type ApiErrorDetails = {
  status: number;
  code: ApiError['code'];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  fields?: Record<string, string> | undefined;
  body?: Record<string, unknown> | undefined;
};

type Args<E extends Endpoint> = object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];
/** The input of any endpoint. */
type AnyInput = {
  params?: Readonly<Record<string, string | number>>;
  query?: URLSearchParams | Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a request to one of our own endpoints: `callApi('PUT /account/api/x/{id}', { params: { id }, body })`. Input and
 * answer have the types of the route's specification. Throws ApiError.
 */
export function callApi<E extends Endpoint>(endpoint: E, ...[input]: Args<E>): Promise<AnswerOf<E>> {
  const { params = {}, query = {}, body, headers = {} }: AnyInput = input ?? {};
  const [method = '', path = ''] = endpoint.split(' ');
  const sent = body ?? (WITH_BODY.has(method) ? {} : undefined);
  return call(pathOf(path, params) + queryOf(query), {
    method,
    headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  });
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

const pathOf = (path: string, params: NonNullable<AnyInput['params']>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function queryOf(query: NonNullable<AnyInput['query']>): string {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const text = String(
    new URLSearchParams(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  );
  return text && `?${text}`;
}

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
