import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Drawing } from './tool-switch.stories.tsx';

const BUTTON = 'Try it with your own message';

async function opened() {
  const user = userEvent.setup();
  render(<Drawing />);
  await user.click(screen.getByRole('button', { name: BUTTON }));
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  return { user, message };
}
const says = (text: string | RegExp) => waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));

test('replaces the drawing with the tool, with the drawn message selected', async () => {
  const { message } = await opened();
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.activeElement).toBe(message);
  expect(message.value.slice(message.selectionStart, message.selectionEnd)).toMatch(/^Dear customer/);
  await says(/Recognised.*32 of 32/);
  screen.getByText('dear customer your');
});

test('compares the typed text with the pasted message, or with a text that the user chose', async () => {
  const { user, message } = await opened();
  await user.paste('we meet on monday at nine in the big room on the second floor as we did last week');
  expect(message.value).toMatch(/^we meet/);
  await says(/Recognised.*32 of 32/);
  await user.type(message, ' together');
  await says(/Recognised.*[23]\d of 32/);
  await user.clear(message);
  await user.type(message, 'Nothing of it is left here');
  await says(/Not recognised/);
  await user.click(screen.getByRole('button', { name: 'Compare with this text' }));
  await says(/Recognised.*32 of 32/);
});

test('says that a shingle needs three words when the text has only two', async () => {
  const { user, message } = await opened();
  await user.clear(message);
  await user.type(message, 'two words');
  await screen.findByText('A shingle needs three words.');
  await says(/Not recognised.*0 of 32/);
  expect(screen.getByRole('button', { name: 'Compare with this text' }).getAttribute('aria-disabled')).toBe('true');
});

test('returns to the drawing, and focuses its button', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Back to the drawing' }));
  screen.getByRole('img');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: BUTTON }));
});
