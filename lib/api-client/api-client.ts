import type { z } from 'zod';
import type { Handlers } from '#generated/api.ts';
import { ACCOUNT_HEADER } from '#lib/base/account-header.ts';
import type { ErrorCode } from '#lib/base/errors.ts';

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
/** The inputs of all endpoints as one type, because the implementation handles them alike. */
type AnyInput = {
  params?: Readonly<Record<string, string | number>>;
  query?: URLSearchParams | Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a request to one of our own endpoints: `callApi('PUT /account/api/x/{id}', { params: { id }, body })`. Input
 * and answer have the types in the route's specification. Throws ApiError.
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

let shownAccount: string | null = null;
/** Every request from now on says that the page shows this account. */
export const showsAccount = (id: string): void => void (shownAccount = id);

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
      headers: {
        accept: 'application/json',
        ...(shownAccount && { [ACCOUNT_HEADER]: shownAccount }),
        ...init.headers,
      },
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

/** Every endpoint made by `route()`, such as `GET /account/api/sessions`. */
type Endpoint = keyof {
  [E in keyof Handlers as Handlers[E] extends { spec: object } ? E : never]: true;
};
type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body' | 'answer'> = Handlers[E] extends {
  spec: { [N in Name]?: infer S };
}
  ? NonNullable<S>
  : never;

/** The type of a value after a round trip through JSON: dates become strings. */
type Json<T> = T extends Date
  ? string
  : T extends readonly (infer U)[]
    ? Json<U>[]
    : T extends object
      ? { [N in keyof T]: Json<T[N]> }
      : T;
/** The JSON body of a 200 response. */
type AnswerOf<E extends Endpoint> = [Part<E, 'answer'>] extends [never] ? unknown : Json<z.output<Part<E, 'answer'>>>;

type Value = string | number | boolean | undefined;
/** Fields that `z.preprocess` gives the input type unknown. A caller sends them in their output type. */
type Open<I> = { [N in keyof I]-?: unknown extends I[N] ? N : never }[keyof I];
type Sent<S extends z.ZodType> = Omit<z.input<S>, Open<z.input<S>>> &
  Partial<Pick<z.output<S>, Open<z.input<S>> & keyof z.output<S>>>;
type Params<S> = [S] extends [never] ? object : { params: { [N in keyof z.input<S>]: string | number } };
type Query<S> = [S] extends [never] ? object : { query?: URLSearchParams | { [N in keyof z.input<S>]?: Value } };
type Body<S> = [S] extends [never]
  ? object
  : S extends z.ZodType
    ? undefined extends z.input<S>
      ? { body?: Sent<S> }
      : { body: Sent<S> }
    : never;
/** The input of an endpoint, derived from its specification. */
type InputOf<E extends Endpoint> = Params<Part<E, 'params'>> &
  Query<Part<E, 'query'>> &
  Body<Part<E, 'body'>> & { headers?: Readonly<Record<string, string>> };
