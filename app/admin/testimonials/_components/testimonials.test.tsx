import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Acting, Adding, Empty, Failed, Forbidden, Full, Loading } from './testimonials.stories.tsx';
import { texts } from './testimonials-list.ts';

type User = ReturnType<typeof userEvent.setup>;
async function choose(user: User, author: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for the words of ${author}` }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

test('says that the table is loading, that there is nothing, or why loading failed', async () => {
  const { unmount } = render(<Loading />);
  expect(screen.getByRole('table', { name: 'Testimonials' }).getAttribute('aria-busy')).toBe('true');
  unmount();
  const empty = render(<Empty />);
  await screen.findByText('No testimonials');
  empty.unmount();
  const failed = render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain(texts.loadFailed);
  failed.unmount();
  render(<Forbidden />);
  expect((await screen.findByRole('alert')).textContent).toContain(texts.forbidden);
});

test('shows who said what, and offers each status its actions', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await screen.findAllByText('A. Person', { exact: false });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByText(/^(Draft|Approved|Withdrawn)$/).textContent)).toEqual([
    'Withdrawn',
    'Approved',
    'Draft',
  ]);
  for (const [author, items] of [
    ['A. Person', ['Edit', 'Approve', 'Delete']],
    ['B. Person', ['Edit', 'Withdraw', 'Delete']],
    ['C. Person', ['Edit', 'Approve', 'Delete']],
  ] as const) {
    await user.click(screen.getByRole('button', { name: `Actions for the words of ${author}` }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
    await user.keyboard('{Escape}');
  }
});

test('adds an entry after the password, and shows what is wrong at its field', async () => {
  const user = userEvent.setup();
  render(<Adding />);
  await user.click(screen.getByRole('button', { name: 'Add testimonial' }));
  const form = within(screen.getByRole('dialog', { name: 'Add testimonial' }));
  await user.type(form.getByLabelText('Quote'), 'It works, says anna@example.com');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('This cannot contain an email address.');
  form.getByText('Please enter who said it.');
  form.getByText('Choose a rating from 1 to 5.');
  await user.clear(form.getByLabelText('Quote'));
  await user.type(form.getByLabelText('Quote'), 'It works.');
  await user.type(form.getByLabelText('Author'), 'A. Person');
  await user.type(form.getByLabelText('Position'), 'Postmaster');
  await user.type(form.getByLabelText('Company'), 'Example');
  await user.selectOptions(form.getByLabelText('Rating'), '4 of 5');
  await user.type(form.getByLabelText('Said on'), '2026-11-02');
  await user.type(form.getByLabelText('Consent'), 'Signed form');
  await user.type(form.getByLabelText('Logo'), 'https://cdn.example/logo.svg{Enter}');
  await form.findByText(/Enter a path on this site/);
  await user.clear(form.getByLabelText('Logo'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('This day is in the future.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const posts = sent.filter(({ request }) => request === 'POST /admin/api/testimonials');
  expect(posts.at(-1)?.body).toEqual({
    ...{ quote: 'It works.', author: 'A. Person', position: 'Postmaster', company: 'Example', rating: 4 },
    ...{ company_logo: '', given_on: '2026-11-02', consent: 'Signed form' },
  });
  await screen.findByText('A. Person', { exact: false });
});

test('approves the version that was shown, and says that someone else changed it', async () => {
  const user = userEvent.setup();
  render(<Acting />);
  await choose(user, 'A. Person', 'Approve');
  const question = within(screen.getByRole('alertdialog', { name: 'Approve the words of A. Person?' }));
  question.getByText(/“One key on all our relays.*Consent: Signed form/);
  await user.click(question.getByRole('button', { name: 'Approve' }));
  await question.findByText('Someone else changed this entry in the meantime.');
  expect(sent.find(({ request }) => request.endsWith('/approve'))?.body).toEqual({ version: 1 });
});

test.each([
  ['B. Person', 'Withdraw', 'POST /admin/api/testimonials/2/withdraw'],
  ['A. Person', 'Delete', 'DELETE /admin/api/testimonials/1'],
])('takes the words of %s off the page: %s', async (author, item, request) => {
  const user = userEvent.setup();
  render(<Acting />);
  await choose(user, author, item);
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: item }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.find((each) => each.request === request)?.body).toEqual({ version: 1 });
});

test('edits an entry with its version', async () => {
  const user = userEvent.setup();
  render(<Acting />);
  await choose(user, 'B. Person', 'Edit');
  const form = within(screen.getByRole('dialog', { name: 'Edit the words of B. Person' }));
  expect(form.getByLabelText<HTMLSelectElement>('Rating').value).toBe('4');
  await user.clear(form.getByLabelText('Quote'));
  await user.type(form.getByLabelText('Quote'), 'It works well.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const put = sent.find(({ request }) => request === 'PUT /admin/api/testimonials/2');
  expect(put?.body).toMatchObject({ quote: 'It works well.', rating: 4, version: 1 });
});
