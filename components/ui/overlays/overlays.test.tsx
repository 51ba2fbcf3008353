import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Beside, Busy, FilterMenu, Form, RowMenu, ShownOnce, TypedConfirmation } from './overlays.stories.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.queryByRole('dialog');
const question = () => screen.queryByRole('alertdialog');

describe.each([
  ['dialog', Form, 'Edit'],
  ['sheet', Beside, 'Open row'],
])('a %s', (_, Story, opener) => {
  test('focuses its first field, and returns the focus when Escape closes it', async () => {
    const user = userEvent.setup();
    render(<Story />);
    await user.click(button(opener));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(button(opener));
  });

  test('asks before it discards typed text', async () => {
    const user = userEvent.setup();
    render(<Story />);
    await user.click(button(opener));
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'x');
    await user.keyboard('{Escape}');
    expect(question()?.textContent).toContain('Discard what you typed?');
    await user.click(button('Keep editing'));
    expect(question()).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@example.comx');
    await user.click(button('Close'));
    await user.click(button('Discard'));
    expect(dialog()).toBeNull();
  });

  test('closes without asking once the form is saved', async () => {
    const user = userEvent.setup();
    render(<Story />);
    await user.click(button(opener));
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'x');
    await user.click(button('Save'));
    expect(question()).toBeNull();
    expect(dialog()).toBeNull();
  });
});

test('focuses the first field that is shown, not the username for password managers', () => {
  render(
    <Dialog title="Confirm" onClose={() => undefined}>
      <input hidden readOnly value="ada@example.com" autoComplete="username" />
      <input aria-label="Password" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Password' }));
});

describe('a typed confirmation', () => {
  test('enables the action only once the address is typed', async () => {
    const user = userEvent.setup();
    render(<TypedConfirmation />);
    await user.click(button('Delete user'));
    const field = screen.getByRole('textbox', { name: 'Type ada@example.com to confirm' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'ada@example.co');
    expect(button('Delete')).toHaveProperty('disabled', true);
    await user.keyboard('{Enter}');
    expect(screen.queryByText(/^Failed/)).toBeNull();
    await user.type(field, 'm');
    expect(button('Delete')).toHaveProperty('disabled', false);
  });

  test.each([' Ada@Example.COM ', 'ａｄａ＠example.com'])('takes %j for the same address (S89)', async (typed) => {
    const user = userEvent.setup();
    render(<TypedConfirmation />);
    await user.click(button('Delete user'));
    await user.keyboard(typed);
    expect(button('Delete')).toHaveProperty('disabled', false);
  });

  test('stays open if the action fails, and shows the reason', async () => {
    const user = userEvent.setup();
    render(<TypedConfirmation />);
    await user.click(button('Delete user'));
    await user.keyboard('ada@example.com{Enter}');
    await screen.findByText('Failed to delete user: The database is unavailable.');
    await user.keyboard('{Enter}');
    expect(question()).toBeNull();
  });

  test('closes on Cancel, and returns the focus', async () => {
    const user = userEvent.setup();
    render(<TypedConfirmation />);
    await user.click(button('Delete user'));
    await user.click(button('Cancel'));
    expect(question()).toBeNull();
    expect(document.activeElement).toBe(button('Delete user'));
  });
});

test('keeps a confirmation open while its action is running', async () => {
  const user = userEvent.setup();
  render(<Busy />);
  await user.click(button('End session'));
  await user.keyboard('{Escape}');
  await user.click(button('Cancel'));
  await user.click(button('Ending...'));
  expect(button('Ending...').getAttribute('aria-disabled')).toBe('true');
  expect(question()).not.toBeNull();
});

describe('a secret that is shown once', () => {
  test('asks before it closes if the secret was not copied', async () => {
    const user = userEvent.setup();
    render(<ShownOnce />);
    await user.click(button('Create client'));
    await user.click(button('Close'));
    expect(question()?.textContent).toContain('Close without copying?');
    await user.click(button('Back to the secret'));
    expect(dialog()).not.toBeNull();
  });

  test('closes without asking when the user confirms that the secret is saved', async () => {
    const user = userEvent.setup();
    render(<ShownOnce />);
    await user.click(button('Create client'));
    expect(document.activeElement).toBe(button("I've Saved the Secret"));
    await user.keyboard('{Enter}');
    expect(dialog()).toBeNull();
  });
});

describe('a menu', () => {
  const item = (name: string) => screen.getByRole('menuitem', { name });

  test('opens by keyboard, and skips the disabled item', async () => {
    const user = userEvent.setup();
    render(<RowMenu />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(item('Edit'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(item('Delete'));
    await user.keyboard('{Enter}');
    screen.getByText('Chosen: Delete');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('closes on Escape, and returns the focus', async () => {
    const user = userEvent.setup();
    render(<RowMenu />);
    await user.click(button('Actions for mx1'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button('Actions for mx1'));
  });

  test('clears a choice that is chosen again', async () => {
    const user = userEvent.setup();
    render(<FilterMenu />);
    await user.click(button('Rank 50'));
    expect(screen.getByRole('menuitemradio', { name: '50: medium' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('menuitemradio', { name: '50: medium' }));
    button('Rank any');
  });
});
