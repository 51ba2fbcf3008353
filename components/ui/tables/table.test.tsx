import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty, Failed, Full, Loading, Pages } from './table.stories.tsx';

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('says that it is loading, and hides its placeholders from screen readers', () => {
  render(<Loading />);
  const table = screen.getByRole('table', { name: 'Keys' });
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(within(table).getAllByRole('row')).toHaveLength(1);
});

test.each([
  ['an empty list', Empty, 'No keys match'],
  ['a failure', Failed, 'Failed to load fuzzy keys data.'],
])('shows %s across all columns, below the head', (_, Story, text) => {
  render(<Story />);
  expect(screen.getByText(text).closest('td')?.colSpan).toBe(3);
  screen.getByRole('columnheader', { name: 'Public Key' });
});

test('sorts by keyboard, and announces the order', async () => {
  const user = userEvent.setup();
  render(<Full />);
  expect(screen.getByRole('columnheader', { name: 'Last Day' }).getAttribute('aria-sort')).toBe('descending');
  expect(names()[0]).toBe('mx2.example.com');
  screen.getByRole('link', { name: 'Last Day' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('columnheader', { name: 'Last Day' }).getAttribute('aria-sort')).toBe('ascending');
  expect(names()[0]).toBe('Stripe cus_QXg1o8vWZ sub_1PqYxL2eZvKYlo2C');
});

test('leaves Ctrl+click, which opens a new tab, to the browser', async () => {
  const user = userEvent.setup();
  render(<Full />);
  const click = new Promise<boolean>((resolve) =>
    document.addEventListener(
      'click',
      (event) => {
        resolve(event.defaultPrevented);
        event.preventDefault(); // jsdom opens no tabs
      },
      { once: true },
    ),
  );
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Last Day' }));
  expect(await click).toBe(false);
  expect(names()[0]).toBe('mx2.example.com');
});

test('selects single rows, all rows, and no rows', async () => {
  const user = userEvent.setup();
  render(<Full />);
  expect(box('All keys').indeterminate).toBe(true);
  await user.click(box('All keys'));
  expect(box('Select relay.example.net').checked).toBe(false);
  await user.click(box('All keys'));
  expect(box('Select mx1.example.com').checked).toBe(true);
  expect(box('All keys').checked).toBe(true);
});

test('turns pages, and offers no page before the first or after the last', async () => {
  const user = userEvent.setup();
  render(<Pages />);
  expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Next' }));
  screen.getByText('51–100 of 107');
  await user.click(screen.getByRole('link', { name: 'Next' }));
  screen.getByText('101–107 of 107');
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
});
