import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, StripeApiError } from './api/api-error.ts';
import { handleApi } from './api/handle.ts';
import { noteRequest } from './compare/accepted-requests.ts';
import { type Context, ContractBreach, newId } from './context.ts';
import { control, describeState } from './control.ts';
import { isAnythingDue, runDue } from './lifecycle/renewal.ts';
import { isLoopback } from './loopback.ts';
import { type PageAnswer, showCheckout, submitCheckout } from './pages/checkout-page.ts';
import { html, page } from './pages/html.ts';
import { payInvoice, showInvoice, showInvoicePdf } from './pages/invoice-page.ts';
import { showPortal, submitPortal } from './pages/portal-page.ts';
import type { Deliverer } from './webhooks/delivery.ts';

const MAX_BODY = 1024 * 1024;

type Parts = { ctx: Context; deliverer: Deliverer; apiKey: string; log: (line: string) => void };

/** API, hosted pages and control commands on one port. */
export function createEmulatorServer({ ctx, deliverer, apiKey, log }: Parts): Server {
  const keysInFlight = new Set<string>();
  const contractLog = createContractLog();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', ctx.baseUrl);
    const isApi = url.pathname.startsWith('/v1/');
    const isControl = url.pathname.startsWith('/_control/');
    try {
      if (!isApi) refuseForeign(request);
      if (isApi) return await answerApi(request, response, url);
      if (isControl) return await answerControl(request, response, url);
      sendPage(response, await answerPage(request, url));
    } catch (error) {
      const fault = toFault(error, `${request.method} ${url.pathname}`, log);
      if (isApi || isControl) return sendJson(response, fault.status, { error: fault.error });
      sendPage(response, {
        status: fault.status,
        page: page('Sorry', html`<section><p>${fault.message}</p></section>`),
      });
    }
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL) {
    const method = request.method ?? 'GET';
    const key = method === 'POST' ? header(request, 'idempotency-key') : undefined;
    if (key !== undefined) claim(keysInFlight, key, response);
    const body = await readBody(request);
    passTime(ctx);
    if (takeFailure(ctx)) throw new StripeApiError(500, { type: 'api_error', message: 'Planted by fail-api.' });
    const result = contractLog.record(`${method} ${url.pathname}`, () =>
      handleApi(ctx, apiKey, {
        method,
        pathname: url.pathname,
        form: method === 'POST' ? body : url.search.slice(1),
        authorization: request.headers.authorization,
        stripeVersion: header(request, 'stripe-version'),
        idempotencyKey: key ?? null,
      }),
    );
    if (result.status < 400)
      noteRequest({ method, path: url.pathname, form: method === 'POST' ? body : url.search.slice(1) });
    if (result.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
    if (key !== undefined) response.setHeader('Idempotency-Key', key);
    response.setHeader('Stripe-Version', ctx.contract.apiVersion);
    await takeDelay(ctx);
    sendJson(response, result.status, result.body);
  }

  async function answerControl(request: IncomingMessage, response: ServerResponse, url: URL) {
    const name = url.pathname.slice('/_control/'.length);
    passTime(ctx);
    if (request.method === 'GET' && name === 'state') return sendJson(response, 200, describeState(ctx));
    if (request.method === 'GET' && name === 'contract') return sendJson(response, 200, contractLog.report());
    if (request.method !== 'POST')
      throw new StripeApiError(405, { type: 'invalid_request_error', message: 'POST it.' });
    const body = parseObject(await readBody(request));
    sendJson(response, 200, control(ctx, deliverer, name, body));
  }

  async function answerPage(request: IncomingMessage, url: URL): Promise<PageAnswer> {
    const [, kind, id, isPdf] = /^\/(c\/pay|p\/session|i)\/(\w+)(\/pdf)?$/.exec(url.pathname) ?? [];
    passTime(ctx);
    const isPost = request.method === 'POST';
    if (kind === undefined || id === undefined || (!isPost && request.method !== 'GET')) throw notFound();
    if (kind === 'i') return isPost ? payInvoice(ctx, id) : (isPdf ? showInvoicePdf : showInvoice)(ctx, id);
    if (!isPost) return kind === 'c/pay' ? showCheckout(ctx, id) : showPortal(ctx, id);
    const form = new URLSearchParams(await readBody(request));
    return kind === 'c/pay' ? submitCheckout(ctx, id, form) : submitPortal(ctx, id, form);
  }

  return createServer((request, response) => {
    response.setHeader('Request-Id', newId('req_', 14));
    void answer(request, response);
  });
}

function takeFailure({ state: { faults } }: Context): boolean {
  return faults.failApi > 0 && faults.failApi-- > 0;
}

async function takeDelay({ state: { faults } }: Context): Promise<void> {
  if (faults.slowApi.count > 0) {
    faults.slowApi.count -= 1;
    await sleep(faults.slowApi.milliseconds);
  }
}

/**
 * Runs actions that have become due in real time, without `advance`. Does nothing if neither the second nor the state
 * has changed since the last call.
 */
export function passTime(ctx: Context) {
  const now = ctx.now();
  const looked = `${now} ${ctx.version}`;
  if (lastLook.get(ctx) === looked) return;
  lastLook.set(ctx, looked);
  if (isAnythingDue(ctx)) ctx.transact(() => runDue(ctx, now));
}
const lastLook = new WeakMap<Context, string>();

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const notFound = () => new StripeApiError(404, { type: 'invalid_request_error', message: 'Page not found.' });

/** Reserves an idempotency key from the start of a request to the end of its response. Throws if it is in use. */
function claim(keysInFlight: Set<string>, key: string, response: ServerResponse) {
  if (keysInFlight.has(key)) {
    throw new StripeApiError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
    });
  }
  keysInFlight.add(key);
  response.once('close', () => keysInFlight.delete(key));
}

/** Refuses other hosts and cross-site POSTs, because pages and control commands have no password. */
function refuseForeign(request: IncomingMessage) {
  const isForeignPost = request.method === 'POST' && header(request, 'sec-fetch-site') === 'cross-site';
  if (isLoopback(request.headers.host) && !isForeignPost) return;
  throw new StripeApiError(403, { type: 'invalid_request_error', message: 'Only for this machine.' });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY)
      throw new StripeApiError(413, { type: 'invalid_request_error', message: 'The body is too large.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(body: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw invalid('The body must be JSON.');
  }
  if (!parsed || typeof parsed !== 'object' || Array.isArray(parsed)) throw invalid('The body must be a JSON object.');
  return parsed as Record<string, unknown>;
}

function toFault(error: unknown, request: string, log: (line: string) => void): StripeApiError {
  if (error instanceof StripeApiError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`\n!!! STRIPE EMULATOR, ${request}: ${text}\n`);
  const message = `Bug in the emulator, see its log: ${error instanceof Error ? error.message : String(error)}`;
  return new StripeApiError(500, { type: 'api_error', message });
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** No `form-action`: forms redirect back to the shop, which is another origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

function sendPage(response: ServerResponse, answer: PageAnswer) {
  if ('redirect' in answer) {
    response.writeHead(303, { Location: answer.redirect, 'Cache-Control': 'no-store' });
    response.end();
    return;
  }
  if ('pdf' in answer) {
    response.writeHead(200, { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' });
    response.end(answer.pdf);
    return;
  }
  response.writeHead(answer.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(answer.page);
}

const MAX_KEPT = 50;

/** Counts API requests and records those in which the caller or the emulator broke the contract. */
function createContractLog() {
  let requests = 0;
  const violations: { request: string; reason: string }[] = [];

  return {
    /** Runs and counts one request. Records its breach of the contract, and rethrows its errors. */
    record<T>(request: string, run: () => T): T {
      requests += 1;
      try {
        return run();
      } catch (error) {
        const reason = breachIn(error);
        if (reason !== null && violations.length < MAX_KEPT) violations.push({ request, reason });
        throw error;
      }
    },
    /** `GET /_control/contract`. */
    report: () => ({ requests, violations }),
  };
}

const BREACHES = ['parameter_unknown', 'parameter_missing', 'emulator_unsupported'];

/** How an error breaks the contract, or null for a refusal of a well-formed request. */
function breachIn(error: unknown): string | null {
  if (error instanceof ContractBreach) return error.message;
  if (!(error instanceof StripeApiError)) return null;
  const { code, message, param } = error.error;
  const isMalformed = /^(Invalid \S+: |Malformed |Unrecognized request URL|Parameter given twice)/.test(message);
  return isMalformed || BREACHES.includes(code ?? '') ? `${message} ${param ?? ''}`.trim() : null;
}
