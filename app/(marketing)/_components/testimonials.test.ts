import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { SAMPLES } from '#lib/testimonials/samples.ts';
import { setApprovedTestimonials } from '#lib/testimonials/shown.ts';
import type { Testimonial } from '#lib/testimonials/views.ts';
import { Testimonials } from './testimonials.tsx';

const real: Testimonial = {
  quote: 'It works.',
  author: 'A. Person',
  position: 'Postmaster',
  company: 'Example Ltd',
  rating: 4,
  companyLogo: null,
  givenOn: '2026-11-02',
  isSample: false,
};
const markup = () => renderToStaticMarkup(createElement(Testimonials));
function markupOf(...approved: Testimonial[]) {
  setApprovedTestimonials(approved);
  return markup();
}
afterEach(() => void setApprovedTestimonials([]));

test('names author, position, company, rating and day of an approved quote, and calls it no sample', () => {
  const shown = markupOf(real).replaceAll(/<[^>]*>/g, '');
  expect(shown).toContain('“It works.”A. Person, Postmaster, Example LtdRated 4 of 5, 2026-11-02');
  expect(shown).not.toContain('Sample');
});

test('draws the company logo if there is one', () => {
  expect(markupOf({ ...real, companyLogo: '/logos/example.svg' })).toMatch(/<img [^>]*src="\/logos\/example\.svg"/);
  expect(markupOf(real)).not.toContain('<img');
});

test('is a carousel from the second quote on', () => {
  expect(markupOf(real)).not.toMatch(/carousel"|<button|slide/);
  expect(markupOf(real, { ...real, quote: 'It works well.' })).toMatch(/aria-roledescription="carousel"[^]*<button/);
});

test('marks each sample as one', () => {
  const shown = markupOf();
  expect(shown.match(/>Sample<\/span>/g)).toHaveLength(SAMPLES.length);
});
