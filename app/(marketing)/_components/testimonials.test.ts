import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { testimonials, type Testimonial } from '#lib/marketing/testimonials.ts';
import { Quote } from './testimonials.tsx';

const real: Testimonial = {
  quote: 'It works.',
  author: 'A. Person',
  position: 'Postmaster, Example',
  rating: 4,
  companyLogo: null,
  isSample: false,
};
const markupOf = (testimonial: Testimonial) =>
  renderToStaticMarkup(createElement(Quote, { testimonial, number: 1, count: 3 }));

test('draws the company logo if there is one', () => {
  expect(markupOf({ ...real, companyLogo: '/logos/example.svg' })).toMatch(/<img [^>]*src="\/logos\/example\.svg"/);
  expect(markupOf(real)).not.toContain('<img');
});

test('marks sample quotes, but not real ones', () => {
  for (const sample of testimonials.filter(({ isSample }) => isSample))
    expect(markupOf(sample)).toMatch(/>Sample<\/span>/);
  expect(markupOf(real)).toContain('Rated 4 of 5');
  expect(markupOf(real)).not.toContain('Sample');
});
