import type { z } from 'zod';
import { callerOf } from '#lib/auth/session/caller.ts';
import { renameOldCookies } from '#lib/auth/session/cookies.ts';
import type { Actor, Admin, Anonymous, Context, Member, Server, UsageReader } from '#lib/base/context.ts';
import { DomainError, type ErrorCode } from '#lib/base/errors.ts';
import { errorResponse } from '#lib/http/answers/error-response.ts';
import { readJson } from '#lib/http/body.ts';
import { assertSameOrigin } from '#lib/http/origin.ts';
import { parse, type Parsed, type Schema } from '#lib/http/parse.ts';
import { consumeLimit, type LimitName } from '#lib/http/rate-limit.ts';
import { authenticateRepository } from '#lib/storage/repository.ts';
import { authenticateStorageServer } from '#lib/storage/service.ts';
import { authenticateUsageToken } from '#lib/usage-tokens/authenticate.ts';
import { refusalFor } from './refusal-for.ts';
import { recordRefusal } from './record-refusal.ts';
import { createContext } from './request-context.ts';

type ActorFor = {
  public: Actor;
  user: Member;
  admin: Admin;
  server: Server;
  repository: Anonymous;
  'usage-token': UsageReader;
};
/**
 * Who may send the request: anyone, a logged-in user, or an admin; with Basic credentials, a storage server or the
 * holder of an API key (its first and last 8 characters); with a Bearer usage token, the owner's monitoring. Cookies do
 * not count where credentials are required.
 */
export type Access = keyof ActorFor;

type Spec<A extends Access, P extends Schema, Q extends Schema, B extends Schema, V extends Schema> = {
  access: A;
  /** what the endpoint does, in the imperative: `Rename a passkey` */
  summary: string;
  /** anything else that a caller must know */
  details?: string | undefined;
  /** the limit that every request counts against, by IP address */
  limit?: LimitName;
  params?: P;
  /** the parameters of the path that have a closed set of values: any other value is `malformed`, not `not_found` */
  choices?: readonly string[];
  query?: Q;
  body?: B;
  /** the largest body in bytes, if not the default (S56) */
  bodyLimit?: number;
  /** schema of the JSON body of a 200; without it, the handler returns a Response */
  answer?: V | undefined;
  /** the media type of a 200 that is not JSON; `nothing`: 204 without a body */
  produces?: string | undefined;
  /** the errors that the handler can throw, besides those of `route` itself */
  refuses?: readonly ErrorCode[] | undefined;
  /** further statuses below 400 and their meaning */
  also?: Readonly<Record<number, string>> | undefined;
};
/** An endpoint's specification, which lib/openapi reads from its handler. */
export type CallSpec = Spec<Access, Schema, Schema, Schema, Schema>;
type Handler<S> = ((request: Request, context: RouteContext) => Promise<Response>) & { spec: S };
type Call<A extends Access, P extends Schema, Q extends Schema, B extends Schema> = {
  ctx: Context<ActorFor[A]>;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  request: Request;
};
/** What a handler may return: the answer of its specification, or its own Response. */
type Returned<V extends Schema> = V extends z.ZodType ? z.output<V> | Response : Response;
type RouteContext = { params: Promise<Record<string, string | string[]>> };

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Wraps an endpoint's handler. In this order: authenticate, check access and the member's role, same origin and rate
 * limit, parse, call the handler, serialise, map errors. A handler returns the view to send as JSON, or a Response.
 * Responses are `no-store` unless the handler sets another Cache-Control.
 */
export function route<
  A extends Access,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  V extends Schema = undefined,
  const R extends Returned<V> = Returned<V>,
>(spec: Spec<A, P, Q, B, V>, handle: (call: Call<A, P, Q, B>) => Promise<R>): Handler<Spec<A, P, Q, B, V>> {
  const handler = async (request: Request, { params }: RouteContext) => {
    const base = createContext(request, { kind: 'anonymous' });
    try {
      const actor = await admit(spec.access, request, base);
      const ctx = { ...base, actor };
      const isSafe = SAFE_METHODS.includes(request.method);
      if (!isSafe && spec.access !== 'server') assertSameOrigin(request.headers);
      if (spec.limit) await consumeLimit(spec.limit, ctx.ip ?? '');
      const json = isSafe ? undefined : await readJson(request, spec.bodyLimit);
      const result = await handle({
        ctx,
        request,
        params: parseParams(spec.params as P, await params, spec.choices),
        query: parse(spec.query as Q, Object.fromEntries(new URL(request.url).searchParams), 'malformed'),
        body: parse(spec.body as B, json, 'invalid'),
      });
      const response = result instanceof Response ? result : Response.json(result);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      renameOldCookies(request, response, actor.kind === 'user');
      return response;
    } catch (error) {
      return errorResponse(error, base.requestId, isUnauthenticated(error) ? (CHALLENGES[spec.access] ?? {}) : {});
    }
  };
  return Object.assign(handler, { spec });
}

/** A route whose responses are changed before they are sent. `spec` describes the changed responses. */
export function changedRoute<S>(
  inner: Handler<S>,
  change: (response: Response, request: Request) => Response | Promise<Response>,
  spec: S = inner.spec,
): Handler<S> {
  const handler = async (request: Request, context: RouteContext) => change(await inner(request, context), request);
  return Object.assign(handler, { spec });
}

/** A path that names nothing is `not_found`; only an unknown value of a choice is `malformed`. */
function parseParams<P extends Schema>(schema: P, params: unknown, choices: readonly string[] = []): Parsed<P> {
  try {
    return parse(schema, params, 'malformed');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const wrong = Object.keys(error.fields ?? {});
    if (wrong.length > 0 && wrong.every((name) => choices.includes(name)))
      throw new DomainError('malformed', error.message);
    throw new DomainError('not_found', 'Not found.');
  }
}

const challenge = (realm: string) => ({ 'www-authenticate': `Basic realm="${realm}", charset="UTF-8"` });
const CHALLENGES: Partial<Record<Access, Record<string, string>>> = {
  server: challenge('storage'),
  repository: challenge('packages'),
  'usage-token': { 'www-authenticate': 'Bearer realm="usage"' },
};

async function admit<A extends Access>(access: A, request: Request, ctx: Context): Promise<ActorFor[A]>;
async function admit(access: Access, request: Request, ctx: Context): Promise<Actor> {
  if (access === 'server')
    return { kind: 'server', serverId: await authenticateStorageServer(ctx, basicCredentials(request)) };
  if (access === 'repository') {
    await authenticateRepository(ctx, basicCredentials(request));
    return { kind: 'anonymous' };
  }
  if (access === 'usage-token') return authenticateUsageToken(ctx, credentials(request, 'bearer'));
  const actor = await callerOf(request);
  if (access === 'public') return actor;
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated', 'Please log in.');
  if (access === 'admin' && actor.role !== 'admin') {
    await recordRefusal({ ...ctx, actor }, request);
    const text = actor.lacksSecondFactor
      ? 'Log in with a second factor to use the console.'
      : 'Only admins may do this.';
    throw new DomainError('forbidden', text);
  }
  const refusal = access === 'user' ? refusalFor(actor, request) : null;
  if (refusal) {
    await recordRefusal({ ...ctx, actor }, request);
    throw new DomainError('forbidden', refusal);
  }
  return actor;
}

function basicCredentials(request: Request): { name: string; token: string } | null {
  const value = credentials(request, 'basic');
  if (!value) return null;
  const [name = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return { name, token: rest.join(':') };
}

/** What follows the scheme in `Authorization` (RFC 9110 §11.6.2); null without the header or with another scheme. */
function credentials(request: Request, wanted: 'basic' | 'bearer'): string | null {
  const [scheme, value] = request.headers.get('authorization')?.split(' ') ?? [];
  return scheme?.toLowerCase() === wanted && value ? value : null;
}

const isUnauthenticated = (error: unknown) => error instanceof DomainError && error.code === 'unauthenticated';
