'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { ErrorCode } from '#lib/base/errors.ts';

/** Texts as long as the longest real ones. */
export const KEY = 'zo8sasbg4wz1ymqd5bgbpsyqkpyx3ybeuhcqyhmbjkcddf9gpmdy';
export const LONG_WORD = 'postmaster+premium-fuzzy-storage-notifications@mail-gateway-eu-central-1.example.com';
export const LONG_TEXT =
  'The storage in Frankfurt has not reported since 10:40 UTC. Its counters are missing from the graph below; they are added as soon as it reports again, and nothing is lost.';
export const REQUEST_ID = '0c9d2f4e-6c1b-4a52-9d0e-3f1c5a7b8e21';
export const CONFIG = `rule "rspamd.com" {
  servers = "round-robin:fuzzy1.rspamd.com:11335,fuzzy2.rspamd.com:11335";
  encryption_key = "icy63itbhhni8bq15ntp5n5symuixf73s1kpjh6skaq4e7nx5fiy";
  symbol = "FUZZY_UNKNOWN";
}`;
export const FAILED = new ApiError('The service is not available right now.', {
  status: 503,
  code: 'unavailable',
  requestId: REQUEST_ID,
});

/** `waiting` leaves the request without a response. */
export type StubAnswer = { status: number; body: object | null; headers?: Record<string, string> } | 'waiting';
/** Responses by `METHOD /path`. The responses of a list are sent one after the other, and the last one repeats. */
export type StubAnswers = Readonly<Record<string, StubAnswer | readonly [StubAnswer, ...StubAnswer[]]>>;
type Sent = { request: string; body: unknown; query?: string };

/** The requests since the stub server was started. */
export const sent: Sent[] = [];

/** A response with status 200. */
export const ok = (body: object | null): StubAnswer => ({ status: 200, body });

/** A refusal as our server sends it. */
export const refused = (
  status: number,
  code: ErrorCode,
  error: string,
  { fields, retryAfterSeconds }: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
): StubAnswer => ({
  status,
  body: { error, code, request_id: REQUEST_ID, ...(fields && { fields }) },
  ...(retryAfterSeconds && { headers: { 'retry-after': String(retryAfterSeconds) } }),
});

type StubServerProps = {
  answers: StubAnswers;
  /** The query of the page's URL. */
  search?: string | undefined;
  children: ReactNode;
};

/** Answers the requests of the components below it, and gives them a query client with an empty cache. */
export function StubServer({ answers, search = '', children }: StubServerProps) {
  const [client] = useState(() => {
    start(answers);
    return new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });
  return (
    <NuqsTestingAdapter hasMemory searchParams={search}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </NuqsTestingAdapter>
  );
}

function start(answers: StubAnswers): void {
  const given = new Map<string, number>();
  sent.length = 0;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const request = `${init?.method ?? 'GET'} ${url.pathname}`;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ request, body, ...(url.search && { query: url.search }) });
    const known = answers[request];
    const turn = given.get(request) ?? 0;
    given.set(request, turn + 1);
    const answer = isList(known) ? (known[turn] ?? known.at(-1)) : known;
    if (answer === 'waiting') return new Promise(() => undefined);
    // As with a real network, React renders the pending state before the response arrives.
    await new Promise((arrive) => setTimeout(arrive));
    if (!answer) throw new TypeError(`The story has no answer to ${request}`);
    return Response.json(answer.body, { status: answer.status, ...(answer.headers && { headers: answer.headers }) });
  };
}

const isList = (known: StubAnswers[string] | undefined): known is readonly [StubAnswer, ...StubAnswer[]] =>
  Array.isArray(known);
