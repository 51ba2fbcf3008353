import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Checkboxes, Inputs, Periods, Radios, Search } from './fields.stories.tsx';

const checked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

test('describes a field by its error and its hint', () => {
  render(<Inputs />);
  const field = screen.getByRole('textbox', { name: 'Daily limit' });
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
  expect(described.map((element) => element?.textContent)).toEqual(
    expect.arrayContaining(["Requests a day. Empty: the plan's own.", 'Must be a whole number']),
  );
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('shows an indeterminate checkbox', () => {
  render(<Checkboxes />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Some' }).indeterminate).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'On' }).indeterminate).toBe(false);
});

test('searches while the user types', async () => {
  const user = userEvent.setup();
  render(<Search />);
  await user.type(screen.getByRole('searchbox', { name: 'Search keys' }), '.ex');
  screen.getByText('Searched: mx1.ex');
});

test('clears the search with Escape or the cross, and keeps the focus', async () => {
  const user = userEvent.setup();
  render(<Search />);
  const field = screen.getByRole('searchbox', { name: 'Search keys' });
  await user.click(field);
  await user.keyboard('{Escape}');
  screen.getByText('Searched: nothing');
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await user.keyboard('mx2');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  screen.getByText('Searched: nothing');
  expect(document.activeElement).toBe(field);
});

test('chooses a period by keyboard', async () => {
  const user = userEvent.setup();
  render(<Periods />);
  await user.tab();
  expect(checked('24 hours')).toBe(true);
  await user.keyboard('{ArrowRight}');
  expect(checked('7 days')).toBe(true);
  expect(checked('24 hours')).toBe(false);
});

test('chooses the clicked option, and disables the options of a disabled group', async () => {
  const user = userEvent.setup();
  render(<Radios />);
  const [active, fixed] = screen.getAllByRole<HTMLInputElement>('radio', { name: /^Public/ });
  if (!active || !fixed) throw new Error('Two groups were expected');
  await user.click(active);
  expect(active.checked).toBe(true);
  expect(fixed.disabled).toBe(true);
});
