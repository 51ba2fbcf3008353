import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Policy } from '#lib/marketing/policies/policy.ts';
import { PolicyText } from './policy-text.tsx';

const POLICY: Policy = {
  title: 'A policy',
  lead: '',
  sections: [
    {
      title: 'Whom to tell',
      paragraphs: ['Write to a.b+c@shop.test. The [list](/subprocessors) says more [not a link].'],
      facts: [{ name: 'Privacy', text: 'See the [agreement](/dpa).' }],
    },
  ],
};
const textOf = () => document.querySelector('section')?.textContent;

test('makes links of email addresses and of words with a path, and leaves all other text as it is', () => {
  render(<PolicyText policy={POLICY} headingLevel="h2" />);
  const hrefs = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['a.b+c@shop.test', 'mailto:a.b+c@shop.test'],
    ['list', '/subprocessors'],
    ['agreement', '/dpa'],
  ]);
  expect(textOf()).toContain('Write to a.b+c@shop.test. The list says more [not a link].');
});

test('gives sections an anchor on the page, and none in a dialog', () => {
  const { rerender } = render(<PolicyText policy={POLICY} headingLevel="h2" />);
  expect(document.querySelector('section')?.id).toBe('whom-to-tell');
  rerender(<PolicyText policy={POLICY} headingLevel="h3" />);
  expect(document.querySelector('section')?.hasAttribute('id')).toBe(false);
});

test('states the day of its text, a version, or nothing', () => {
  const { rerender } = render(<PolicyText policy={POLICY} headingLevel="h2" />);
  screen.getByText(/^Last changed on/);
  rerender(<PolicyText policy={{ ...POLICY, dated: { version: '2026-11-28' } }} headingLevel="h2" />);
  expect(screen.getByText(/^Version/).textContent).toBe('Version 2026-11-28.');
  rerender(<PolicyText policy={{ ...POLICY, dated: null }} headingLevel="h2" />);
  expect(document.querySelector('time')).toBeNull();
});
