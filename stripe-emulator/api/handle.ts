import { type Context, ContractBreach } from '../context.ts';
import type { Operation, Violation } from '../contract/contract.ts';
import type { State } from '../state.ts';
import { copyOf } from '../store.ts';
import { invalid, StripeApiError } from './api-error.ts';
import { OPERATION_HANDLERS } from './operations.ts';

/** Stripe's limit on the levels of one path. */
const MAX_DEPTH = 4;

type Node = Record<string, unknown>;

/** Replaces ids with whole objects along the paths of `expand[]`. Returns a copy; never changes the state. */
function expand(ctx: Context, answer: object, paths: string[]): object {
  const copy = copyOf(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`, 'expand');
    }
    expandPath(ctx, copy, segments, path);
  }
  return copy;
}

/** `owner` is the id of the innermost enclosing object that has an id. */
function expandPath(ctx: Context, node: unknown, segments: string[], path: string, owner = '') {
  const [segment, ...rest] = segments;
  if (segment === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) expandPath(ctx, item, segments, path, owner);
    return;
  }
  if (typeof node !== 'object') throw cannotExpand(path);
  const parent = node as Node;
  const id = typeof parent['id'] === 'string' ? parent['id'] : owner;
  if (!(segment in parent)) parent[segment] = includable(ctx, parent, id, segment) ?? throwing(cannotExpand(path));
  const value = parent[segment];
  if (typeof value === 'string') {
    const target = resolve(ctx.state, value);
    if (!target) throw cannotExpand(path);
    parent[segment] = copyOf(target);
  } else if (rest.length === 0 && value !== null && typeof value !== 'object') {
    throw cannotExpand(path);
  }
  expandPath(ctx, parent[segment], rest, path, id);
}

const cannotExpand = (path: string) => invalid(`This property cannot be expanded (${path}).`, 'expand');

function throwing(error: Error): never {
  throw error;
}

/** The value of a property that Stripe includes only on request. Undefined for any other property. */
function includable({ state }: Context, parent: Node, id: string, property: string): unknown {
  if (parent['object'] === 'checkout.session' && property === 'line_items') {
    const data = copyOf(state.sessionExtras[id]?.lineItems ?? []);
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
  }
  if (parent['object'] === 'customer' && property === 'subscriptions') {
    const data = Object.values(state.subscriptions).filter((row) => row.customer === id && row.status !== 'canceled');
    return { object: 'list', data: copyOf(data), has_more: false, url: `/v1/customers/${id}/subscriptions` };
  }
  if (property === 'products' && 'default_allowed_updates' in parent) {
    // Stripe returns `adjustable_quantity` with each product.
    return (state.portalProducts[id] ?? []).map((each) => ({
      ...each,
      adjustable_quantity: { enabled: true, minimum: 1, maximum: null },
    }));
  }
  return undefined;
}

function resolve(state: State, id: string): object | undefined {
  const tables: Record<string, Record<string, object>> = {
    prod: state.products,
    price: state.prices,
    cus: state.customers,
    sub: state.subscriptions,
    in: state.invoices,
    promo: state.promotionCodes,
  };
  return tables[id.split('_')[0] ?? '']?.[id] ?? state.coupons[id];
}

export type ApiRequest = {
  method: string;
  pathname: string;
  /** The query of a GET or DELETE, the body of a POST. */
  form: string;
  authorization: string | undefined;
  stripeVersion: string | undefined;
  idempotencyKey: string | null;
};
export type ApiAnswer = { status: number; body: object; isReplayed: boolean };

/** Handles one API request. Throws StripeApiError where Stripe would refuse, ContractBreach for an invalid response. */
export function handleApi(ctx: Context, apiKey: string, request: ApiRequest): ApiAnswer {
  authenticate(request.authorization, apiKey);
  checkVersion(ctx, request.stripeVersion);
  const operation = ctx.contract.find(request.method, request.pathname);
  const handler = operation ? OPERATION_HANDLERS[operation.operationId] : undefined;
  if (!operation || !handler) {
    const message = `Unrecognized request URL (${request.method}: ${request.pathname}).`;
    throw new StripeApiError(404, { type: 'invalid_request_error', message });
  }
  const params = readParams(ctx, operation, request.form);
  const run = () => {
    const answer = expand(ctx, handler(ctx, params as never, operation.id), expandPaths(params));
    checkAnswer(ctx, operation, answer);
    return answer;
  };
  if (request.method === 'GET') return { status: 200, body: run(), isReplayed: false };
  const { idempotencyKey: key } = request;
  if (key === null || request.method !== 'POST') {
    return { status: 200, body: ctx.transact(run), isReplayed: false };
  }
  const fingerprint = `${request.pathname} ${JSON.stringify(params)}`;
  const stored = findStored(ctx, key, fingerprint);
  if (stored) return { status: stored.status ?? 200, body: stored.answer, isReplayed: true };
  if (ctx.state.faults.failStored > 0) return failAndStore(ctx, key, fingerprint);
  const body = ctx.transact(() => {
    const answer = run();
    ctx.state.idempotency[key] = { request: fingerprint, answer, at: ctx.now() };
    return answer;
  }, key);
  return { status: 200, body, isReplayed: false };
}

function authenticate(authorization: string | undefined, apiKey: string) {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (key === apiKey) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(key.length - 12, 24)))}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
}

function checkVersion(ctx: Context, version: string | undefined) {
  if (version === undefined || version === ctx.contract.apiVersion) return;
  throw invalid(
    `The emulator supports only API version ${ctx.contract.apiVersion} of the installed SDK, not ${version}.`,
  );
}

function readParams(ctx: Context, operation: Operation, form: string): object {
  let read;
  try {
    read = ctx.contract.readParams(operation, form);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  if (read.violations.length) throw refusal(read.violations);
  return read.params as object;
}

/** Stripe's error for the most specific violation. */
function refusal(violations: Violation[]): StripeApiError {
  const of = (keyword: string) => violations.find((each) => each.keyword === keyword);
  const unknown = of('additionalProperties');
  if (unknown) return invalid(`Received unknown parameter: ${unknown.param}`, unknown.param, 'parameter_unknown');
  const absent = of('required');
  if (absent) return invalid(`Missing required param: ${absent.param}.`, absent.param, 'parameter_missing');
  const [first] = violations;
  return invalid(`Invalid ${first?.param}: ${first?.message}`, first?.param);
}

const expandPaths = (params: object): string[] =>
  'expand' in params && Array.isArray(params.expand) ? params.expand.map(String) : [];

function checkAnswer(ctx: Context, operation: Operation, answer: object) {
  const violations = ctx.contract.checkAnswer(operation, answer);
  if (violations.length) {
    throw new ContractBreach(`answer of ${operation.operationId}: ${JSON.stringify(violations.slice(0, 5))}`);
  }
}

/** Stripe repeats the first answer to a key, "including 500 errors" (https://docs.stripe.com/api/idempotent_requests). */
function failAndStore(ctx: Context, key: string, request: string): ApiAnswer {
  ctx.state.faults.failStored -= 1;
  const answer = { error: { type: 'api_error', message: 'Planted by fail-stored.' } };
  ctx.transact(() => void (ctx.state.idempotency[key] = { request, answer, status: 500, at: ctx.now() }));
  return { status: 500, body: answer, isReplayed: false };
}

function findStored(ctx: Context, key: string, fingerprint: string) {
  const stored = Object.hasOwn(ctx.state.idempotency, key) ? ctx.state.idempotency[key] : undefined;
  if (!stored) return null;
  if (stored.request === fingerprint) return stored;
  throw new StripeApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
