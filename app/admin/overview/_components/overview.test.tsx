import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Empty, Full, Movements, NoMovements } from './overview.stories.tsx';

/** The text and URL of the figure with this name. */
function figure(name: string) {
  const link = screen.getByRole<HTMLAnchorElement>('link', { name });
  return { text: link.closest('li')?.textContent, href: link.getAttribute('href') };
}

test('shows the MRR, its movements with signs, and an explanation of each', () => {
  render(<Full />);
  const month = within(screen.getByRole('region', { name: 'Revenue since 2026-11-01' }));
  expect(month.getByRole('link', { name: 'MRR £1,045.00' }).getAttribute('href')).toContain('kind=mrr_end');
  month.getByText(/MRR from 41 customers, \+£45\.00 since the start/);
  expect(figure('New')).toEqual({
    text: 'New?What new means.+£75.003 customers',
    href: '/admin/overview/movements?currency=gbp&kind=new&from=2026-11-01&to=2026-11-23',
  });
  expect(figure('Churn').text).toBe('Churn?What churn means.−£50.002 customers');
  expect(figure('Revenue churn').text).toContain('5.5%');
  month.getByText(/What mrr_end means\. Days are in UTC, until 2026-11-23\./);
});

test('shows a worker that is not seen, late jobs, failing emails, an old backup and refusals in red', () => {
  render(<Full />);
  const operation = within(screen.getByRole('region', { name: 'Operation' }));
  expect(figure('Worker').text).toMatch(/^Worker.*Seen 7 min agoStart it and read its log/);
  expect(figure('Oldest job')).toEqual({
    text: expect.stringMatching(/^Oldest job.*7 minmail\.send/),
    href: '/admin/jobs?state=waiting',
  });
  expect(figure('Failing emails')).toEqual({
    text: expect.stringMatching(/^Failing emails.*42 refused since yesterday/),
    href: '/admin/jobs?queue=mail.send',
  });
  operation.getByText('2 days ago');
  operation.getByText('PostgreSQL cannot archive WAL');
  operation.getByText('stripe unreachable');
  expect(operation.getByRole('list').querySelectorAll('.text-red')).toHaveLength(5);
});

test('colours no figure when none needs attention', () => {
  const { container } = render(<Empty />);
  expect(figure('Failing emails').text).toMatch(/0$/);
  expect(container.querySelector('p > .text-amber, p > .text-red')).toBeNull();
});

test('lists movements with their customer, and keeps the period on the next page', () => {
  render(<Movements />);
  const [, lost, started, grown] = screen.getAllByRole('row');
  expect(lost?.textContent).toMatch(/gone@example\.com.*Churn.*cancellation requested.*−£25\.00.*sub_1/);
  expect(started?.textContent).toMatch(/Deleted user.*New.*purchase.*\+£25\.00/);
  expect(grown?.textContent).toContain('plan change and billing period');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Next')).toBe('/admin/overview/movements?from=2026-11-01&cursor=next');
  expect(href('First page')).toBe('/admin/overview/movements?from=2026-11-01');
});

test('says that there are no movements', () => {
  render(<NoMovements />);
  screen.getByText('No movements');
});
