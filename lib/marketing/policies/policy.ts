/** The policies that every footer opens as dialogs. Each also has its own URL. */
export type PolicyName = 'privacy' | 'terms' | 'cookies';

/** One part of a policy: paragraphs, then facts by name, then cookies. */
export type PolicySection = {
  title: string;
  paragraphs?: readonly string[];
  facts?: readonly { name: string; text: string }[];
  cookies?: readonly PolicyCookie[];
};

export type Policy = { title: string; lead: string; sections: readonly PolicySection[] };

/**
 * A cookie; `name` is without the https prefix `__Secure-` or `__Host-`. `isSigned`: a second cookie, named with
 * `.sig`, holds its signature.
 */
export type PolicyCookie = {
  name: string;
  isSigned: boolean;
  purpose: string;
  lifetime: string;
};

/** The day on which the texts were last changed; lib/marketing/policies.alone.test.ts notices a change. */
export const POLICIES_CHANGED = '2026-11-28';
