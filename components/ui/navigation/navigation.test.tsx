import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ActiveFilters, TwoTabs } from './navigation.stories.tsx';

test("switches tabs with the arrow keys, and shows the tab's panel", async () => {
  const user = userEvent.setup();
  render(<TwoTabs />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Login' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tabpanel').textContent).toBe('And the password again.');
});

test('removes a filter when it is clicked', async () => {
  const user = userEvent.setup();
  render(<ActiveFilters />);
  await user.click(screen.getByRole('link', { name: /^Remove filter ?Rank ?50$/ }));
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByText('50')).toBeNull();
});
