import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import { HOUR } from '#lib/base/time.ts';
import * as stories from './usage.stories.tsx';

const NO_REPORT = '–no report';
const button = (name: string) => screen.getByRole('button', { name });
const meter = () => screen.findByRole('meter');
const sums = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

// jsdom has no layout, and Recharts draws nothing in a box without a size.
beforeEach(
  () => void vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 700, 288)),
);

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
  await screen.findByRole('figure', { name: 'Usage of all storage hosts, 24 hours' });
});

test('keeps the numbers and shows an error when a refresh fails, and replaces them on Retry', async () => {
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

test('shows "no report" instead of zeros, no meter, and a link to the guide if nothing was reported', async () => {
  render(<stories.Empty />);
  await screen.findByText('No data for the last 24 hours');
  screen.getByText(/^No storage host reported anything/);
  expect(sums()).toEqual([NO_REPORT, NO_REPORT, NO_REPORT]);
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.getByRole('link', { name: 'Setup Guide' }).getAttribute('href')).toBe('/setup');
});

test('says that the servers reported zero', async () => {
  render(<stories.Zero />);
  await screen.findByText('No requests in this period: the storage hosts reported zero.');
  expect(sums().map((sum) => sum?.[0])).toEqual(['0', '0', '0']);
});

test.each([
  ['near the limit', stories.NearTheLimit, '3,024 of 4,000, 75 percent', '75%', 'text-amber'],
  ['over the limit', stories.OverTheLimit, '6,048 of 4,000, 151 percent', '151%', 'text-red'],
])('shows usage %s in percent and by colour', async (_, Story, text, percent, tone) => {
  render(<Story />);
  expect((await meter()).getAttribute('aria-valuetext')).toBe(text);
  expect(screen.getByText(percent).parentElement?.className).toContain(tone);
});

test('shows usage without a limit as Unlimited', async () => {
  render(<stories.Unlimited />);
  expect((await screen.findByText(/Unlimited/)).textContent).toContain('· Unlimited');
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.queryByText(/limit [\d.]/i)).toBeNull();
});

test('requests the chosen period, and multiplies the limit by its days', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await screen.findByRole('figure', { name: 'Usage of all storage hosts, 7 days' });
  expect(sent.map(({ request }) => request)).toEqual(['GET /usagegraph/24h', 'GET /usagegraph/168h']);
  expect((await meter()).getAttribute('aria-valuetext')).toMatch(/ of 28,000, /);
});

test('draws the daily limit over days of all servers, but not of a single one', async () => {
  const user = userEvent.setup();
  render(<stories.Days />);
  await screen.findByText('Limit per day 4K');
  const share = (await meter()).getAttribute('aria-valuetext');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'fuzzy8');
  await screen.findByRole('figure', { name: 'Usage of fuzzy8, 30 days' });
  expect(screen.queryByText('Limit per day 4K')).toBeNull();
  expect((await meter()).getAttribute('aria-valuetext')).toBe(share);
});

test('draws no limit over hours: a busy hour may exceed its part of the day', async () => {
  render(<stories.OverTheLimit />);
  await meter();
  expect(screen.queryByText(/^Limit per/)).toBeNull();
});

test('says that the chosen server has reported nothing', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'fuzzy8');
  await screen.findByText(/^fuzzy8 reported nothing/);
  expect(screen.queryByRole('link', { name: 'Setup Guide' })).toBeNull();
  await meter();
});

test('shows hours without a report as a gap in text, legend and table (R22)', async () => {
  const user = userEvent.setup();
  render(<stories.WithAGap />);
  const figure = await screen.findByRole('figure');
  expect(figure.textContent).toContain('No reports in 6 of 24 intervals.');
  expect(screen.getByRole('list', { name: 'Series' }).textContent).toContain('No reports');
  await user.click(button('Show as table'));
  expect(await screen.findAllByRole('cell', { name: 'no report' })).toHaveLength(18);
});

test('announces the values of all series at the slider’s position', async () => {
  render(<stories.WithAGap />);
  const slider = await screen.findByRole('slider');
  const reading = () => slider.getAttribute('aria-valuetext');
  expect(reading()).toMatch(/ UTC: Checked 123, Hits 12, Refused 1$/);
  fireEvent.change(slider, { target: { value: '0' } });
  expect(reading()).toMatch(/ UTC: Checked 100, Hits 10, Refused 1$/);
  fireEvent.change(slider, { target: { value: '8' } });
  expect(reading()).toMatch(/no report/);
  fireEvent.blur(slider);
  expect(reading()).toMatch(/Checked 123/);
});

test('marks a hidden series in the legend', async () => {
  const user = userEvent.setup();
  render(<stories.Unlimited />);
  const hits = await screen.findByRole('button', { name: 'Hits' });
  expect(hits.getAttribute('aria-pressed')).toBe('true');
  await user.click(hits);
  expect(hits.getAttribute('aria-pressed')).toBe('false');
});

test('shows the share of hits beside their count', async () => {
  render(<stories.Unlimited />);
  await screen.findByText(/Unlimited/);
  expect(sums()[1]).toContain('10% of the checked requests');
});

test('draws a bar of each hour, in which a hidden series is missing', async () => {
  const user = userEvent.setup();
  const { container } = render(<stories.Full />);
  const bars = () =>
    ['checked', 'hits', 'refused'].map((name) => container.querySelectorAll(`[data-series="${name}"]`).length);
  await waitFor(() => expect(bars()).toEqual([24, 24, 24]));
  await user.click(button('Hits'));
  await waitFor(() => expect(bars()).toEqual([24, 0, 24]));
});

test('puts a series that was hidden back to the foot of the bar', async () => {
  const user = userEvent.setup();
  const { container } = render(<stories.Full />);
  const top = (name: string) => Number(container.querySelector(`[data-series="${name}"]`)?.getAttribute('y'));
  await waitFor(() => expect(top('hits')).toBeGreaterThan(top('checked')));
  const before = top('hits');
  await user.click(button('Hits'));
  await user.click(button('Hits'));
  await waitFor(() => expect(top('hits')).toBe(before));
});

test('marks incomplete hours in the legend, at the slider and in the table, and names the silent server', async () => {
  const user = userEvent.setup();
  render(<stories.SilentServer />);
  const slider = await screen.findByRole('slider');
  fireEvent.change(slider, { target: { value: '20' } });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/\. 1 of 2 hosts reported, not fuzzy8$/);
  fireEvent.change(slider, { target: { value: '23' } });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/\. Not finished: reports are still to come$/);
  expect(screen.getByRole('list', { name: 'Series' }).textContent).toContain('Incomplete');
  screen.getByText('No reports from fuzzy8 since 2026-11-20 18:00 UTC.');
  await user.click(button('Show as table'));
  expect(await screen.findAllByText('1 of 2 hosts reported, not fuzzy8')).toHaveLength(5);
});

test('requests the previous period only for a comparison, and shows its totals and its bars', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  expect(sent).toHaveLength(1);
  await user.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
  await screen.findByRole('button', { name: 'Previous period' });
  expect(sent.at(-1)).toMatchObject({ request: 'GET /usagegraph/24h', query: '?before=true' });
  expect(sums()[0]).toMatch(/2,676 before$/);
});

test('requests a range of days, and multiplies the limit by their number', async () => {
  const user = userEvent.setup();
  render(<stories.Range />);
  expect((await meter()).getAttribute('aria-valuetext')).toMatch(/ of 56,000, /);
  screen.getByRole('figure', { name: 'Usage of all storage hosts, 1 November 2026 – 14 November 2026' });
  expect(sent.at(-1)).toMatchObject({ request: 'GET /usagegraph/range', query: '?from=2026-11-01&to=2026-11-14' });
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2026-11-05' } });
  await user.click(button('Show'));
  await waitFor(() => expect(sent.at(-1)?.query).toBe('?from=2026-11-05&to=2026-11-14'));
  expect(document.activeElement).toBe(button('Show'));
  await user.type(screen.getByLabelText('to (UTC)'), '{Backspace}3{Enter}');
  await waitFor(() => expect(sent.at(-1)?.query).toBe('?from=2026-11-05&to=2026-11-13'));
  expect(document.activeElement).toBe(screen.getByLabelText('to (UTC)'));
});

test('preselects the last 14 days for a range', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await meter();
  await user.click(screen.getByRole('radio', { name: 'Range' }));
  await waitFor(() => expect(sent.at(-1)?.request).toBe('GET /usagegraph/range'));
  const [from, to] = ['From (UTC)', 'to (UTC)'].map((name) =>
    Date.parse(screen.getByLabelText<HTMLInputElement>(name).value),
  );
  expect(((to ?? 0) - (from ?? 0)) / HOUR).toBe(13 * 24);
});

test('says beside the fields why a range was refused, and keeps what was typed', async () => {
  render(<stories.RefusedRange />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The range ends before it begins.');
  const fields = ['From (UTC)', 'to (UTC)'].map((name) => screen.getByLabelText<HTMLInputElement>(name));
  expect(fields.map(({ value }) => value)).toEqual(['2026-11-20', '2026-11-01']);
  for (const field of fields) expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  screen.getByText('This range cannot be shown');
  expect(screen.queryByText(REQUEST_ID, { exact: false })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('marks only the day that is not a day, and keeps the focus on Show', async () => {
  const user = userEvent.setup();
  render(<stories.NotADay />);
  await meter();
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '1 November' } });
  await user.click(button('Show'));
  await screen.findByText('A day is written like 2026-11-23.');
  expect(['From (UTC)', 'to (UTC)'].map((name) => screen.getByLabelText(name).getAttribute('aria-invalid'))).toEqual([
    'true',
    null,
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('From (UTC)').value).toBe('1 November');
  expect(document.activeElement).toBe(button('Show'));
});

test('puts the numbers into the table, newest first, and into the CSV with formulas neutralised (S41)', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL() {} });
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
  expect(lines[0]).toBe('source,from,to,checked,hits,refused');
  expect(lines[1]).toBe(`"'=cmd",2026-11-20T00:00:00.000Z,2026-11-20T01:00:00.000Z,100,10,1`);
  expect(lines[8]).toBe(`"'=cmd",2026-11-20T07:00:00.000Z,2026-11-20T08:00:00.000Z,,,`);
});

test('shows the usage at a glance: sums with their samples, the limit, and the way to the rest', async () => {
  const user = userEvent.setup();
  render(<stories.AtAGlance />);
  const all = await screen.findByRole('link', { name: 'All usage' });
  expect((await meter()).getAttribute('aria-valuetext')).toMatch(/ of 4,000, /);
  expect(all.getAttribute('href')).toBe('/usage');
  for (const name of ['Show as table', 'CSV', 'Refresh']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await screen.findByRole('figure', { name: 'Usage of all storage hosts, 7 days' });
  expect(all.getAttribute('href')).toBe('/usage?period=168h');
});
