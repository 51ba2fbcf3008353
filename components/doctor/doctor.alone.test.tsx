import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './doctor.stories.tsx';

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'IP address of the mail server' });
const rows = () =>
  within(screen.getByRole('list', { name: 'Storage hosts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const polls = () => sent.filter(({ request }) => request.startsWith('GET')).length;

afterEach(() => void vi.useRealTimers());

test("offers the caller's own address, asks about it, and shows each host", async () => {
  const user = userEvent.setup();
  render(<stories.NotAsked />);
  expect((await field()).value).toBe('192.0.2.10');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  await screen.findByText('The hosts begin to watch within 10 seconds.');
  expect(rows()).toEqual(['fuzzy1.example.net:11335Nothing yet', 'fuzzy2.example.net:11335Waiting']);
  expect(sent).toContainEqual({ request: 'POST /account/api/doctor', body: { address: '192.0.2.10' } });
});

test('asks for a message once every host watches', async () => {
  render(<stories.Watched />);
  await screen.findByText('The hosts watch for a minute. Send a message through the mail server now.');
});

test('asks for no message while no host can answer', async () => {
  render(<stories.AllSilent />);
  await screen.findByText('No storage host can answer right now.');
  expect(screen.queryByText(/Send a message/)).toBeNull();
});

test('offers no check without a key', async () => {
  render(<stories.WithoutKey />);
  await screen.findByText('You have no key that they could look for.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('refuses a text that is no IP address, and keeps it', async () => {
  const user = userEvent.setup();
  render(<stories.NotAsked />);
  await user.clear(await field());
  await user.type(await field(), 'mx.example.com');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  await screen.findByText('Enter an IP address, like 192.0.2.10 or 2001:db8::10.');
  expect((await field()).value).toBe('mx.example.com');
  expect(polls()).toBe(1);
  expect(sent).toHaveLength(1);
});

test('says that the limit is reached, and keeps the address', async () => {
  const user = userEvent.setup();
  render(<stories.Limited />);
  await user.clear(await field());
  await user.type(await field(), '198.51.100.7');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  await screen.findByText('Too many attempts. Please wait a moment and try again.');
  expect((await field()).value).toBe('198.51.100.7');
});

test.each<[string, keyof typeof stories, RegExp, string | null]>([
  ['works', 'Works', /^It works\. Messages were found in: premium, bulk\./, 'rspamadm fuzzy_ping -r FUZZY_PLUS'],
  ['does not see a list', 'Hidden', /does not see matches of this list: bulk/, null],
  ['is unknown', 'WrongKey', /a key that the storage does not have/, 'grep encryption_key'],
  ['is suspended', 'Suspended', /^Your key is suspended: a payment is missing/, null],
  ['was replaced', 'Replaced', /an old key, which was replaced/, 'grep encryption_key'],
  ['exceeds the rate', 'OverRate', /exceed the rate/, null],
  ['only pinged', 'Reached', /^A ping with your key arrived/, null],
  ['has not arrived', 'NotLoaded', /does not have your key yet/, null],
  ['is missing', 'InClear', /requests without a key did/, 'grep encryption_key'],
  ['worked before', 'Idle', /Before, requests with your key did/, null],
  ['does not arrive', 'Nothing', /^Nothing arrived from this address/, 'nc -vzu fuzzy1.example.net 11335'],
  ['is not known with the address', 'Unknown', /^Nothing is known about your key and this address/, null],
  ['is not answered for', 'NoAnswer', /^No host answered in time/, null],
])('says what to do when the key %s', async (_name, name, title, command) => {
  const Story = stories[name] as () => React.ReactElement;
  render(<Story />);
  await screen.findByText(title);
  if (command === null) expect(screen.queryByRole('region')).toBeNull();
  else expect(screen.getByRole('region').textContent).toContain(command);
});

test('says that earlier requests failed, beside what to check now', async () => {
  render(<stories.FailedBefore />);
  await screen.findByText(/^Nothing arrived from this address/);
  screen.getByText(/^Earlier requests came with an unknown key; Rspamd does not say when\. If you sent a message/);
});

test('shows the counts that are not 0', async () => {
  render(<stories.Works />);
  await screen.findByText(/^It works/);
  expect(rows()).toEqual(['fuzzy1.example.net:113351,204 checked, 31 foundWorks', 'fuzzy2.example.net:11335Nothing']);
});

test('polls while hosts may still answer, and then stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const { unmount } = render(<stories.Waiting />);
  await pass(10);
  await pass(5000);
  expect(polls()).toBe(3);
  unmount();
  render(<stories.Works />);
  await pass(10);
  await pass(60_000);
  expect(polls()).toBe(1);
});

test('shows an admin the keys that the address used, and a field for a key', async () => {
  render(<stories.ForAdmin />);
  const keys = within(await screen.findByRole('list', { name: 'Keys that the address used' }));
  expect(keys.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Acme mx8ywinfgfqgb7b, on',
    'Not a key of this portalkp764mjri41eb, unknown',
  ]);
  screen.getByRole('textbox', { name: 'Key' });
});
