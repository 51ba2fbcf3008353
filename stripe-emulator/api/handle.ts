import { ContractBreach, type Context } from '../context.ts';
import type { Operation, Violation } from '../contract/contract.ts';
import { invalid, StripeApiError } from './api-error.ts';
import { expand } from './expand.ts';
import { OPERATION_HANDLERS } from './operations.ts';

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
