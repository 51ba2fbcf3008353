import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FewReports, Full, NoReports, Unavailable } from './false-positives.stories.tsx';

const numbers = () =>
  [...document.querySelectorAll('dl > div')].map((each) => [
    each.querySelector('dt')?.textContent,
    each.querySelector('dd')?.textContent,
  ]);

test('shows the figures of 90 days, with a bar for each day that has reports', () => {
  render(<Full />);
  expect(numbers()).toEqual([
    ['reports in 90 days', '260'],
    ['of them answered', '256'],
    ['median time to the answer', '42 min'],
    ['removed, of those judged', '62%'],
  ]);
  const figure = within(screen.getByRole('figure', { name: 'Reports by day' }));
  figure.getByRole('img', { name: /^\d+ days with reports, at most 8 reports a day$/ });
  expect(screen.getByRole('link', { name: 'JSON' }).getAttribute('href')).toBe('/api/report-figures');
  expect(screen.getByRole('link', { name: 'As a CSV file' }).getAttribute('href')).toBe(
    '/api/report-figures?format=csv',
  );
});

test('draws one report as one day', () => {
  render(<FewReports />);
  screen.getByRole('img', { name: '1 day with reports, at most 1 report a day' });
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
});

test('states no time and no share while there is no report', () => {
  render(<NoReports />);
  screen.getByText('No customer has reported a hash in the last 90 days.');
  expect(numbers().map(([, value]) => value)).toEqual(['0', '0', '–', '–']);
  expect(screen.queryByRole('figure')).toBeNull();
});

test('says so if the figures cannot be read, and claims none', () => {
  render(<Unavailable />);
  screen.getByText('The figures are not available right now.');
  expect(numbers()).toEqual([]);
});
