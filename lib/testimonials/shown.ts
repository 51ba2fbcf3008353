import { processState } from '#lib/base/process-state.ts';
import { env, isBuilding } from '#lib/base/settings/env.ts';
import { SAMPLES } from './samples.ts';
import type { Testimonial } from './views.ts';

/** server/ reads the entries, and Next's bundle renders the home page with them. */
const shared = processState<{ approved: readonly Testimonial[] }>('approved testimonials');

/**
 * What the home page quotes: the approved entries that this process last read from the database. Outside production, the
 * samples if there are none.
 */
export function shownTestimonials(): readonly Testimonial[] {
  const approved = shared.approved ?? [];
  return approved.length || isBuilding() || env().APP_MODE === 'production' ? approved : SAMPLES;
}

/** Replaces the approved entries of this process. Returns false if they are the same as before. */
export function setApprovedTestimonials(approved: readonly Testimonial[]): boolean {
  if (JSON.stringify(approved) === JSON.stringify(shared.approved ?? [])) return false;
  shared.approved = approved;
  return true;
}
