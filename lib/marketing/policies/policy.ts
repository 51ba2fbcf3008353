/** The policies that every footer opens as dialogs. Each also has its own URL. */
export type PolicyName = 'privacy' | 'terms' | 'cookies';

/** The pages about the seller and its promises, each at `/<name>`. /sla exists only if the seller has an SLA. */
export const SELLER_PAGES = ['legal', 'dpa', 'subprocessors', 'security', 'accessibility', 'sla'] as const;
export type SellerPageName = (typeof SELLER_PAGES)[number];

/**
 * One part of a policy: paragraphs, then facts by name, then cookies. `[words](/path)` and email addresses in its texts
 * are links. On its page, the slug of the title is an anchor.
 */
export type PolicySection = {
  title: string;
  paragraphs?: readonly string[];
  facts?: readonly { name: string; text: string }[];
  cookies?: readonly PolicyCookie[];
};

export type Policy = {
  title: string;
  lead: string;
  sections: readonly PolicySection[];
  /** The day of its text, a version if people accept it; null if its text is settings, whose day we do not know. */
  dated?: { version: string } | { changed: string } | null;
};

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

/** The day on which the texts were last changed, and their hash, by which a test notices a change. Change both. */
export const POLICIES_CHANGED = '2026-11-29';
export const POLICIES_HASH = '40189f9a';
/**
 * The version of the terms: the day of their text, which the same test compares. The first one is the day that all
 * texts had together, so that what was accepted then stays in force, also beside the release before.
 */
export const TERMS_VERSION = '2026-11-29';
/** The version of the data processing agreement: the day of its text, which the same test compares. */
export const DPA_VERSION = '2026-11-28';
