import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_ID } from '#components/stories/samples.ts';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './usage.stories.tsx';

const NO_REPORT = '–no report';
const button = (name: string) => screen.getByRole('button', { name });
const meter = () => screen.findByRole('meter');
const sums = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

// jsdom has no layout, and Recharts warns that its chart has no size.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

test('announces that it is loading', () => {
  render(<stories.Loading />);
  expect(screen.getByRole('status').textContent).toContain('Loading usage...');
});

test('shows the error with the request id, and Retry loads the usage', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("Failed to load usage data. This might be because there's no usage data yet.");
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByRole('figure', { name: 'Usage of all servers, 24 hours' });
});

test('keeps the numbers when a refresh fails, says so, and Retry replaces them', async () => {
  const user = userEvent.setup();
  render(<stories.FailedRefresh />);
  await meter();
  const before = sums();
  await user.click(button('Refresh'));
  await screen.findByText('Usage could not be refreshed. The service is not available right now.');
  screen.getByText(REQUEST_ID);
  expect(sums()).toEqual(before);
  await user.click(button('Retry'));
  await waitFor(() => expect(screen.queryByText(/^Usage could not be refreshed/)).toBeNull());
  expect(sums()[0]).toMatch(/^168/);
});

test('shows "no report" instead of zeros, no meter, and the guide if nothing was reported', async () => {
  render(<stories.Empty />);
  await screen.findByText('No data for the last 24 hours');
  screen.getByText(/^No storage server has reported anything/);
  expect(sums()).toEqual([NO_REPORT, NO_REPORT, NO_REPORT]);
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.getByRole('link', { name: 'Setup Guide' }).getAttribute('href')).toBe('/setup');
});

test('says that the servers reported zero', async () => {
  render(<stories.Zero />);
  await screen.findByText('No requests in this period: the servers reported zero.');
  expect(sums().map((sum) => sum?.[0])).toEqual(['0', '0', '0']);
});

test.each([
  ['near the limit', stories.NearTheLimit, '3,024 of 4,000, 75 percent', '75%', 'text-amber'],
  ['over the limit', stories.OverTheLimit, '6,048 of 4,000, 151 percent', '151%', 'text-red'],
])('shows usage %s in percent and by colour', async (_, Story, text, percent, tone) => {
  render(<Story />);
  expect((await meter()).getAttribute('aria-valuetext')).toBe(text);
  expect(screen.getByText(percent).className).toContain(tone);
});

test('shows usage without a limit as Unlimited', async () => {
  render(<stories.Unlimited />);
  expect((await screen.findByText(/Unlimited/)).textContent).toContain('· Unlimited');
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.queryByText(/^Limit per/)).toBeNull();
});

test('asks for the chosen period, and multiplies the limit by its days', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await screen.findByRole('figure', { name: 'Usage of all servers, 7 days' });
  expect(sent.map(({ request }) => request)).toEqual(['GET /usagegraph/24h', 'GET /usagegraph/168h']);
  expect((await meter()).getAttribute('aria-valuetext')).toMatch(/ of 28,000, /);
});

test('shows one server without the line of the limit, but the share of all servers', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await screen.findByText(/^Limit per hour 167/);
  const share = (await meter()).getAttribute('aria-valuetext');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), '=cmd');
  await screen.findByRole('figure', { name: 'Usage of =cmd, 24 hours' });
  expect(screen.queryByText(/^Limit per hour/)).toBeNull();
  expect((await meter()).getAttribute('aria-valuetext')).toBe(share);
});

test('says which server has reported nothing', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'fuzzy8');
  await screen.findByText(/^fuzzy8 has reported nothing/);
  expect(screen.queryByRole('link', { name: 'Setup Guide' })).toBeNull();
  await meter();
});

test('shows hours without a report as a gap in text, legend and table (R22)', async () => {
  const user = userEvent.setup();
  render(<stories.WithAGap />);
  const figure = await screen.findByRole('figure');
  expect(figure.textContent).toContain('No reports in 6 of 24 intervals.');
  expect(screen.getByRole('list', { name: 'Lines' }).textContent).toContain('No reports');
  await user.click(button('Show as table'));
  expect(await screen.findAllByRole('cell', { name: 'no report' })).toHaveLength(18);
});

test('reads all lines at the point that the slider chooses', async () => {
  render(<stories.WithAGap />);
  const slider = await screen.findByRole('slider');
  const reading = () => slider.getAttribute('aria-valuetext');
  expect(reading()).toMatch(/ UTC: Checked 123, Hits 12, Errors 1$/);
  fireEvent.change(slider, { target: { value: '0' } });
  expect(reading()).toMatch(/ UTC: Checked 100, Hits 10, Errors 1$/);
  fireEvent.change(slider, { target: { value: '8' } });
  expect(reading()).toMatch(/no report/);
  fireEvent.blur(slider);
  expect(reading()).toMatch(/Checked 123/);
});

test('marks a hidden line in the legend', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const hits = await screen.findByRole('button', { name: 'Hits' });
  expect(hits.getAttribute('aria-pressed')).toBe('true');
  await user.click(hits);
  expect(hits.getAttribute('aria-pressed')).toBe('false');
});

test('puts the numbers into the table, newest first, and into the CSV with formulas neutralised (S41)', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL() {} }); // not in jsdom
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  render(<stories.Full />);
  await meter();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), '=cmd');
  await user.click(button('Show as table'));
  const rows = await screen.findAllByRole('row');
  expect(rows).toHaveLength(25);
  const checked = rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect([checked[0], checked.at(-1)]).toEqual(['123', '100']);

  await user.click(button('CSV'));
  await waitFor(() => expect(names).toEqual(['usage-_cmd-2026-11-20-2026-11-21.csv']));
  const lines = (await files[0]?.text())?.trimEnd().split(/\r?\n/) ?? [];
  expect(lines).toHaveLength(25);
  expect(lines[0]).toBe('source,from,to,checked,hits,errors');
  expect(lines[1]).toBe(`"'=cmd",2026-11-20T00:00:00.000Z,2026-11-20T01:00:00.000Z,100,10,1`);
  expect(lines[8]).toBe(`"'=cmd",2026-11-20T07:00:00.000Z,2026-11-20T08:00:00.000Z,,,`);
});
