import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync(['lib/**/*.ts', 'server/**/*.ts', 'app/**/*.{ts,tsx}', 'worker.ts'], { cwd: root }).filter(
  (file) => !/\.(test|stories)\.|^lib\/(testing|api-client)\/|_components\//.test(file),
);

/** The text from an opening bracket at `start` to the one that closes it. */
function enclosed(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if ('({'.includes(source[at] ?? '')) depth += 1;
    if (')}'.includes(source[at] ?? '') && (depth -= 1) === 0) return source.slice(start, at + 1);
  }
  throw new Error('a bracket is not closed');
}

/** Every place that handles an error, with what it does. */
const places = files.flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/catch\s*(?:\(\w+\)\s*)?(?=\{)|\.catch(?=\()|\.then(?=\()/g)].map((found) => ({
    place: `${file}:${source.slice(0, found.index).split('\n').length}`,
    body: enclosed(source, found.index + found[0].length),
  }));
});

/** What turns an error into an answer for a person. */
const REFUSES = /new DomainError\(|invalidField\(|'unavailable'|[tT]emporarilyUnavailable\(|addressTaken\(\)/;
/** Logs the cause, or says what the input was that caused the error: then no setting is wrong. */
const LOGS = /noteStripeDown\(|noteRefusal\(|warnOncePerMinute\(|log\(\)\.|toDomainError\(/;
const OF_INPUT = /isUniqueViolation\(|isOutOfRange\(|isNothingUpcoming\(|isMissingAtStripe\(|instanceof DomainError/;
/** Neither: the error is the input itself. */
const PARSES_INPUT = ['lib/http/body.ts'];

const refusing = places.filter(({ body }) => REFUSES.test(body));

test('finds the places that turn an error into a refusal', () => {
  expect(refusing.length).toBeGreaterThan(15);
  expect(refusing.map(({ place }) => place.split(':')[0])).toContain('lib/billing/stripe/client.ts');
});

test.each(refusing)('$place logs why it refuses, unless the input is the reason', ({ place, body }) => {
  if (PARSES_INPUT.includes(place.split(':')[0] ?? '')) return;
  expect(LOGS.test(body) || OF_INPUT.test(body)).toBe(true);
});

test('asks nowhere for the kind of an error of Stripe without logging it', () => {
  const asking = files.filter(
    (file) =>
      file !== 'lib/billing/stripe/client.ts' &&
      /Stripe(Connection|API|Authentication|Permission|RateLimit)Error/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
  );
  expect(asking).toEqual(['lib/http/answers/error-response.ts']); // which logs each with its request id
});
