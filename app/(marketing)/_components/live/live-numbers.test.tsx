import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './live-numbers.stories.tsx';

test.each([
  [
    'Busy',
    '8,640,000 requests in the last 24 hours, 100 a second. A message makes up to two requests. Reported by 4 storage hosts, 18:05 UTC.',
  ],
  [
    'Young',
    '12,960 requests in the last 24 hours, 0.15 a second. A message makes up to two requests. Reported by 1 storage host, 18:05 UTC.',
  ],
] as const)('shows what the hosts report, with source and time (%s)', async (story, text) => {
  const Story = stories[story];
  const { container } = render(<Story />);
  await waitFor(() => expect(container.textContent).toBe(text));
  expect(sent.map(({ request }) => request)).toEqual(['GET /api/live']);
});

test.each(['NoHost', 'Failed'] as const)('shows nothing, and keeps its space on the page (%s)', async (story) => {
  const Story = stories[story];
  const { container } = render(<Story />);
  await waitFor(() => expect(sent).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(container.textContent).toBe('');
  expect(screen.getByRole('paragraph').className).toContain('min-h-10');
});

test.each([
  ['Facts', ['8.6M', '4.2%', '4'], 'As of 18:05 UTC.'],
  ['NoFacts', ['–', '–', '–'], ''],
] as const)(
  'shows requests, hit rate and hosts as facts, each with its space from the start (%s)',
  async (story, values, source) => {
    const Story = stories[story];
    render(<Story />);
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual([
      'requests in the last 24 hours',
      'of them matched a known hash',
      'storage hosts report them',
    ]);
    const shown = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(shown()).toEqual(['–', '–', '–']);
    await waitFor(() => expect(shown()).toEqual(values));
    expect(screen.getByRole('paragraph').textContent.trim()).toBe(source);
  },
);
