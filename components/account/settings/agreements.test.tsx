import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Empty, Full, OlderVersion } from './agreements.stories.tsx';

const dpa = async () => (await screen.findByText('Data processing agreement')).parentElement?.textContent;

test('says when and by whom the agreement was accepted', async () => {
  render(<Full />);
  expect(await dpa()).toContain('Version of 28 November 2026, accepted on 28 November 2026 by you@example.com.');
});

test('leads to the agreement that is not accepted, and to a newer version than the accepted one', async () => {
  const { unmount } = render(<Empty />);
  expect(await dpa()).toContain('Not accepted yet. Read the version of 28 November 2026');
  unmount();
  render(<OlderVersion />);
  expect(await dpa()).toContain('Version of 1 May 2026, accepted on');
  expect(screen.getByRole('link', { name: 'Read the version of 28 November 2026' }).getAttribute('href')).toBe('/dpa');
});
