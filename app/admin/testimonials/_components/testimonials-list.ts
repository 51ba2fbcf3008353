import { paths } from '#lib/base/paths.ts';
import { defineList } from '../../_components/lists/define-list.ts';

/** The query key of the entries. */
export const TESTIMONIALS = ['admin', 'testimonials'];

export const texts = {
  loadFailed: 'Failed to load testimonials.',
  forbidden: 'Failed to load testimonials. You may not have admin privileges.',
} as const;

const none = {
  title: 'No testimonials',
  text: 'Add what a customer said and agreed to see on the home page. Until one is approved, the page shows live figures, or samples outside of production.',
};

export const testimonialsList = defineList({
  path: paths.adminTestimonials,
  key: TESTIMONIALS,
  name: 'The list of testimonials',
  noun: 'testimonial',
  parsers: {},
  filters: [],
  failed: texts.loadFailed,
  none,
  noMatch: none,
});
