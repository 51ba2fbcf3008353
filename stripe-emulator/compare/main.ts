/**
 * Sends every kind of request that the emulator accepted in a run of the tests to stripe-mock, which Stripe generates
 * from its own OpenAPI description (https://github.com/stripe/stripe-mock), and prints those that it refuses. See
 * README.md. Exits with 1 if it refuses one, apart from differences between two versions of the API.
 */
import { readFileSync } from 'node:fs';
import type { AcceptedRequest } from './accepted-requests.ts';

const [file, mock] = process.argv.slice(2);
if (!file || !mock)
  throw new Error('usage: node stripe-emulator/compare/main.ts <file of requests> <URL of stripe-mock>');

const requests = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as AcceptedRequest);
const kinds = new Map(requests.map((request) => [kindOf(request), request]));
/** What stripe-mock refuses because its description of the API is of another version than our SDK. */
const OTHER_VERSION = [/^POST \/v1\/webhook_endpoints api_version /];

const refused: string[] = [];
for (const [kind, request] of kinds) {
  const reason = await reasonToRefuse(request);
  if (reason !== null) refused.push(`${kind}\n    ${reason}`);
}
console.log(`${requests.length} requests of ${kinds.size} kinds; refused: ${refused.length}`);
for (const line of refused) console.log(`  ${line}`);
const isKnown = (line: string) => OTHER_VERSION.some((pattern) => pattern.test(line));
process.exitCode = refused.every(isKnown) ? 0 : 1;

/** Method, path without ids, and the names of the parameters: `POST /v1/subscriptions/{} items[][price]`. */
function kindOf({ method, path, form }: AcceptedRequest): string {
  const names = [...new URLSearchParams(form).keys()].map((name) => name.replaceAll(/\[\d+\]/g, '[]'));
  return `${method} ${path.replaceAll(/\/\w+_\w*\d\w*/g, '/{}')} ${[...new Set(names)].toSorted().join(' ')}`.trim();
}

/** Why stripe-mock refuses a request; null if it accepts it. */
async function reasonToRefuse({ method, path, form }: AcceptedRequest): Promise<string | null> {
  const isPost = method === 'POST';
  const query = isPost || !form ? '' : `?${form}`;
  const response = await fetch(new URL(`${path}${query}`, mock), {
    method,
    headers: { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' },
    ...(isPost && { body: form }),
  });
  if (response.ok) return null;
  const { error } = (await response.json()) as { error?: { message?: string } };
  return `${response.status} ${error?.message ?? ''}`;
}
