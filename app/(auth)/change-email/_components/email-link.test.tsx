import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Confirming, DoneByForm, RateLimitedForm, Undoing, WithoutToken } from './email-link.stories.tsx';

const VOID = 'This link is invalid or has expired.';
const LIMITED = 'Too many attempts. Please wait a moment and try again.';
const press = () => screen.getByRole('button');

test('sends the token when the button is pressed, and shows the error of a rate limit', async () => {
  const user = userEvent.setup();
  render(<Confirming />);
  await user.click(press());
  await screen.findByText(LIMITED);
  expect(sent).toEqual([{ request: 'POST /change/email/confirm', body: { token: '0123456789' } }]);
});

test('removes the form of a link that is invalid', async () => {
  const user = userEvent.setup();
  render(<Undoing />);
  await user.click(press());
  await screen.findByText(VOID);
  expect(screen.queryByRole('button')).toBeNull();
});

test('says that a link without a token is invalid', () => {
  render(<WithoutToken />);
  screen.getByText(VOID);
});

test('shows the error of a form posted without JavaScript, until the next try', async () => {
  const user = userEvent.setup();
  render(<RateLimitedForm />);
  screen.getByText(LIMITED);
  await user.click(press());
  await screen.findByText(VOID);
  expect(screen.queryByText(LIMITED)).toBeNull();
});

test('says that the old address is restored after the form was posted without JavaScript', () => {
  render(<DoneByForm />);
  screen.getByText('Your old address is restored.');
});

test('removes the token from the URL', () => {
  window.history.replaceState(null, '', '/change-email?token=0123456789');
  render(<Confirming />);
  expect(window.location.href).not.toContain('0123456789');
  window.history.replaceState(null, '', '/');
});
