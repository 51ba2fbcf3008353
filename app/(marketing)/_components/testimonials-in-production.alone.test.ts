import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type * as Settings from '#lib/base/settings/env.ts';
import { SAMPLES } from '#lib/testimonials/samples.ts';
import { shownTestimonials } from '#lib/testimonials/shown.ts';
import { Testimonials } from './testimonials.tsx';

vi.mock('#lib/base/settings/env.ts', async (original) => {
  const settings = await original<typeof Settings>();
  return { ...settings, env: () => ({ ...settings.env(), APP_MODE: 'production' }) };
});

test('shows no sample in production: the section keeps its place and anchor, and shows live facts', () => {
  expect(shownTestimonials()).toEqual([]);
  const markup = renderToStaticMarkup(createElement(Testimonials));
  expect(markup).toMatch(/^<section id="testimonials"/);
  for (const text of [...SAMPLES.map(({ quote }) => quote), 'Sample', 'Rated', 'From people who run it'])
    expect(markup).not.toContain(text);
  expect(markup.match(/<dt/g)).toHaveLength(3);
});
