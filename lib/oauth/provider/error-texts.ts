import { site } from '#lib/base/settings/site.ts';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';

/** What the provider answers to a refused request (RFC 6749 §4.1.2.1, §5.2). */
export type Refusal = { error?: unknown; error_description?: unknown; scope?: unknown };

/** Texts of the provider that speak of its settings, or that do not say what to do, and ours in their place. */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [/^openid scope must be requested\b/, 'The scope openid is missing: add it to the scopes that you ask for.'],
  [/^Authorization Server policy requires PKCE\b/, 'PKCE is required: send code_challenge and code_challenge_method.'],
  [/^not supported value of code_challenge_method$/, 'Only S256 is supported as code_challenge_method.'],
  [/^oops! something went wrong$/, 'Something went wrong on our side. Please try again.'],
];

/** A refusal with a text that its reader can act on. The code and all other fields stay. */
export function explained<R extends Refusal>(refusal: R): R {
  const { error_description: text, scope } = refusal;
  if (typeof text !== 'string') return refusal;
  if (text === 'requested scope is not allowed' && typeof scope === 'string')
    return { ...refusal, error_description: refusedScope(scope) };
  const better = REWRITTEN.find(([theirs]) => theirs.test(text))?.[1];
  return better === undefined ? refusal : { ...refusal, error_description: better };
}

/** Whether an admin decides about this scope for each application. */
export const isEntitlement = (scope: string): boolean => ENTITLEMENT_SCOPES.some((name) => name === scope);

const refusedScope = (scope: string): string =>
  isEntitlement(scope)
    ? `The scope ${scope} is not allowed for this application: an admin of ${site.name} must allow it to read the subscription.`
    : `The scope ${scope} is not registered for this application.`;
