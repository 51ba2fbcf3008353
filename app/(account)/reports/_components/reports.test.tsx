import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DIGEST, digestOf } from '#components/stories/hash-reports.ts';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './reports.stories.tsx';

const OTHER = digestOf('c0ffee1234');
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What your Rspamd printed' });
const lookItUp = () => screen.getByRole('button', { name: 'Look it up' });
const hosts = () =>
  within(screen.getByRole('list', { name: 'Storage hosts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const bodies = (request: string) => sent.filter((each) => each.request === request).map(({ body }) => body);
const LOOK_UP = 'POST /account/api/reports/look-up';

async function paste(text: string) {
  const user = userEvent.setup();
  await user.click(await field());
  await user.paste(text);
  return user;
}

test('shows the hash in a header while it is typed, looks it up, and reports it with a note', async () => {
  render(<stories.LookingUp />);
  const header = `X-Rspamd-Fuzzy: ${DIGEST} (rule=FUZZY_PLUS; flag=8; prob=1.00)`;
  const user = await paste(header);
  screen.getByText('One hash found:');
  screen.getByText('premium list, from the header');
  await user.click(lookItUp());
  await screen.findByText('Stored on 1 of 2 hosts.');
  await screen.findByText('Stored on 2 of 2 hosts.', {}, { timeout: 3000 });
  expect(hosts()).toEqual([
    'fuzzy1.example.net:11335StoredListpremiumWeight12Since2 November 2026SymbolFUZZY_PLUS_DENIED',
    'fuzzy2.example.net:11335StoredListbulkWeight11.5Since2 November 2026SymbolFUZZY_BULK',
  ]);
  await user.type(screen.getByRole('textbox', { name: 'What kind of message was it?' }), 'Invoices');
  await user.click(screen.getByRole('button', { name: 'Report this hash' }));
  await screen.findByText('The service is not available right now.');
  expect((await field()).value).toBe(header);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What kind of message was it?' }).value).toBe(
    'Invoices',
  );
  await user.click(screen.getByRole('button', { name: 'Report this hash' }));
  await screen.findByText('A person judges it. You get an email.');
  expect(document.activeElement?.id).toMatch(/^report-/);
  expect((await field()).value).toBe('');
  expect(bodies(LOOK_UP)).toEqual([{ digest: DIGEST }]);
  expect(bodies('POST /account/api/reports').at(-1)).toEqual({
    ...{ digest: DIGEST, pasted: header, note: 'Invoices' },
    look_up_id: '0197a000-0000-7000-8000-0000000000a1',
  });
});

test('lets the person choose between several hashes', async () => {
  render(<stories.LookingUp />);
  const user = await paste(`${DIGEST}\n${OTHER}`);
  screen.getByText('2 hashes found. Which one was wrong?');
  await user.click(screen.getByRole('radio', { name: /^c0ffee1234/ }));
  await user.click(lookItUp());
  await waitFor(() => expect(bodies(LOOK_UP)).toEqual([{ digest: OTHER }]));
});

test('says what to paste in place of the ten characters that symbols show, and asks no host', async () => {
  render(<stories.LookingUp />);
  const user = await paste('FUZZY_PLUS_DENIED(1.35)[8:589bff398e:1.00:txt]');
  screen.getByText('“589bff398e” is only the first 10 of 128 characters.');
  screen.getByText(/Paste the header/);
  await user.click(lookItUp());
  screen.getByText('Paste a text with a whole hash first.');
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  expect(bodies(LOOK_UP)).toEqual([]);
});

test('keeps the text when the limit is reached', async () => {
  render(<stories.LookUpLimited />);
  const user = await paste(DIGEST);
  await user.click(lookItUp());
  await screen.findByText('Too many look-ups. Please try again later.');
  expect((await field()).value).toBe(DIGEST);
});

test.each([
  ['no host stores it', 'StoredNowhere', 'None of our storage hosts stores this hash.', false],
  ['hosts answer later', 'Asking', 'The storage hosts are asked. They answer within seconds.', false],
  ['no host is connected', 'NoHosts', 'No storage host is connected. Look it up again later.', false],
  ['no host can say', 'OldHosts', 'No host can say that it stores this hash.', true],
  ['one of several stores it', 'MixedHosts', 'Stored on 1 of 3 hosts.', true],
] as const)(
  'says that %s, and offers a report only if there may be something to remove',
  async (_, name, text, may) => {
    const Story = stories[name];
    render(<Story />);
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Report this hash' }) !== null).toBe(may);
  },
);

test('says in words that a host with an older Rspamd cannot look', async () => {
  render(<stories.OldHosts />);
  await screen.findByText(/This host runs an older Rspamd, such as 3\.4, which cannot look up a hash\. It can remove/);
  screen.getByText(/did not answer in time/);
});

test('shows for each report its state and the proof of the removal', async () => {
  render(<stories.AllStates />);
  const items = await screen.findAllByRole('article');
  const texts = items.map(({ textContent }) => textContent);
  expect(texts[1]).toContain('A person judges it.');
  expect(texts[0]).toContain('We askDid the recipients order this newsletter?');
  expect(texts[2]).toContain('1 of 2 hosts, 14:01:58 UTC');
  expect(texts[2]).toContain('Not yet');
  expect(texts[3]).toContain('2 of 2 hosts, 14:02:11 UTC on 28 November 2026');
  expect(texts[3]).toContain('until 28 November 2027');
  expect(texts[4]).toContain('Kept, becauseRecipients at 40 other domains');
  expect(texts[4]).toContain('You answeredSome of them did.');
  expect(texts[5]).toContain('no host stored it');
});

test('answers the question of the desk, and keeps the answer when it cannot be sent', async () => {
  const user = userEvent.setup();
  render(<stories.Answering />);
  const answer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' });
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('Please enter an answer.');
  await user.type(answer, 'Yes, in writing.');
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('The service is not available right now.');
  expect(answer.value).toBe('Yes, in writing.');
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('You answered');
  expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
});

test('offers the plans to a person without one', async () => {
  render(<stories.WithoutPlan />);
  await screen.findByText('Reports need a key');
  expect(screen.queryByRole('textbox')).toBeNull();
});
