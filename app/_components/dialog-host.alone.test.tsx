import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import { paths } from '#lib/base/paths.ts';
import { BuyInput, toBuyFlags } from '#lib/billing/schema.ts';
import * as stories from './dialog-host.stories.tsx';

const MONTHLY = 0;
const YEARLY = 1;
const link = (name: string, period = MONTHLY) => {
  const found = screen.getAllByRole('link', { name })[period];
  if (!found) throw new Error(`There is no link ${name}`);
  return found;
};
const purchase = () => screen.findByRole('dialog', { name: 'Complete Your Purchase' });
const access = () => screen.findByRole('dialog', { name: 'Access Premium' });

/** Renders a story and opens the purchase dialog of Starter. */
async function buyStarter(Story: () => React.ReactElement) {
  const user = userEvent.setup();
  render(<Story />);
  await user.click(link('Buy Starter'));
  return { dialog: within(await purchase()), user };
}

beforeEach(() => window.history.replaceState(null, '', '/pricing'));
afterEach(() => window.history.replaceState(null, '', '/'));

describe('the purchase dialog', () => {
  test.each([
    ['Personal', MONTHLY, 'Monthly', '£7 + VAT per month', '/buy?micro=1&test=1'],
    ['Personal', YEARLY, 'Yearly', '£84 + VAT per year', '/buy?micro=1&yearly=1&test=1'],
    ['Starter', MONTHLY, 'Monthly', '£25 + VAT per month', '/buy?small=1&test=1'],
    ['Starter', YEARLY, 'Yearly', '£285 + VAT per year', '/buy?small=1&yearly=1&test=1'],
    ['Scale', MONTHLY, 'Monthly', '£50 + VAT per month', '/buy?test=1'],
    ['Scale', YEARLY, 'Yearly', '£550 + VAT per year', '/buy?yearly=1&test=1'],
  ])(
    'shows %s with its period and price, and leads to /buy with its flags (%#)',
    async (plan, period, name, price, url) => {
      const user = userEvent.setup();
      render(<stories.WithoutPlan />);
      await user.click(link(`Buy ${plan}`, period));
      const dialog = within(await purchase());
      const values = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
      expect(values).toEqual([plan, expect.stringMatching(/^\d+K/), name, price]);
      const proceed = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Proceed to Purchase' });
      const form = Object.fromEntries(new FormData(proceed.form ?? undefined)) as Record<string, string>;
      expect(paths.buy(toBuyFlags(BuyInput.parse(form)))).toBe(url);
    },
  );

  test('shows a company the net price with its invoice fields, and a private buyer the price with VAT and the right to withdraw', async () => {
    const { dialog, user } = await buyStarter(stories.WithoutPlan);
    const company = await dialog.findByRole('radio', { name: /^For a company ?£25 \+ VAT per month/ });
    await user.click(company);
    expect(dialog.getByLabelText('PO number (optional)')).toBeTruthy();
    const person = dialog.getByRole('radio', { name: /^For myself ?£30 per month, with 20% UK VAT/ });
    await user.click(person);
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Start at once/ }).required).toBe(true);
    dialog.getByText(/you may withdraw without a reason.*you get back all that you paid\./);
    dialog.getByText(/^By pressing “Proceed to Purchase” you accept the/);
  });

  test('says that VAT is added, and who sells, before anything is paid', async () => {
    const { dialog } = await buyStarter(stories.WithoutPlan);
    dialog.getByText(/^VAT is added where it applies.*Sold by Sample Seller Ltd, London, VAT GB 0\.$/);
  });

  test.each([
    ['45,000', 'You entered 45,000 emails a day. Starter covers 30,000; Scale fits.'],
    ['250k', 'You entered 250,000 emails a day. Starter covers 30,000; Scale × 3 fits.'],
    ['1m', 'You entered 1,000,000 emails a day. Starter covers 30,000; Enterprise fits.'],
  ])('says that the plan is too small for the %s emails of the calculator', async (typed, text) => {
    window.history.replaceState(null, '', `/pricing?emails=${typed}`);
    const { dialog } = await buyStarter(stories.WithoutPlan);
    dialog.getByText(text);
  });

  test.each(['30,000', '', 'many'])('says nothing about the plan’s size for "%s"', async (typed) => {
    window.history.replaceState(null, '', `/pricing?emails=${typed}`);
    const { dialog } = await buyStarter(stories.WithoutPlan);
    expect(dialog.queryByText(/^You entered/)).toBeNull();
  });

  test('shows a subscriber the cost of the change for their quantity', async () => {
    const { dialog } = await buyStarter(stories.WithScale);
    await dialog.findByText('Then monthly');
    expect(sent.at(-1)).toMatchObject({
      request: 'GET /account/api/billing/preview',
      query: '?plan=starter&interval=month&quantity=3',
    });
  });

  test('requests no preview if there is no subscription to change', async () => {
    const { dialog } = await buyStarter(stories.WithManualPlan);
    await dialog.findByText(/^This purchase modifies/);
    expect(sent.some(({ request }) => request.endsWith('/preview'))).toBe(false);
  });

  test('shows a user without a plan as ready, with their email address', async () => {
    const { dialog } = await buyStarter(stories.WithoutPlan);
    await dialog.findByText('Ready to proceed');
    dialog.getByText('postmaster@mail.example');
    expect(dialog.queryByText(/modifies/)).toBeNull();
  });

  test.each([
    ['the plan of a subscriber', stories.WithScale, 'Scale × 3', 'Your quantity stays.'],
    ['a plan that the user already has', stories.WithStarter, 'Starter × 1', 'You are on this plan already.'],
    ['a plan outside the catalogue', stories.WithUnknownProduct, 'Custom × 2', 'Your quantity stays.'],
    ['a plan that is managed by us', stories.WithManualPlan, 'Premium × 1', 'your present key stays'],
  ])('warns what the purchase does to %s', async (_, Story, plan, effect) => {
    const { dialog } = await buyStarter(Story);
    const alert = await dialog.findByText(/^This purchase modifies/);
    expect(alert.textContent).toBe(`This purchase modifies your current plan: ${plan.replaceAll(' ', '\u00a0')}.`);
    dialog.getByText(new RegExp(effect));
    dialog.getByRole('link', { name: 'Proceed to Purchase' });
  });

  test('asks a visitor to log in or sign up, and shows no error', async () => {
    const { dialog } = await buyStarter(stories.Visitor);
    await dialog.findByText('Authentication Required');
    expect(dialog.queryByText(/could not be checked/)).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  test('says why the login could not be checked, and checks it again on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { dialog, user } = await buyStarter(stories.Unavailable);
    await dialog.findByText('Authentication Required');
    dialog.getByText('Your login status could not be checked: The service is busy. Please try again.');
    dialog.getByText(REQUEST_ID);
    dialog.getByRole('button', { name: 'Create Account & Purchase' });
    dialog.getByRole('button', { name: 'Login & Purchase' });
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await dialog.findByText('Ready to proceed');
  });

  test('opens the sign-up form, which sends the /buy link as the return URL', async () => {
    const { dialog, user } = await buyStarter(stories.Visitor);
    await user.click(await dialog.findByRole('button', { name: 'Create Account & Purchase' }));
    const form = within(await access());
    expect(form.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
    await user.type(form.getByLabelText('Email'), 'ada@example.com');
    await user.type(form.getByLabelText('Password'), 'Correct-Horse-9-Battery');
    await user.type(form.getByLabelText('Confirm password'), 'Correct-Horse-9-Battery');
    await user.click(form.getByRole('button', { name: 'Create Account' }));
    await form.findByText(/Please check your email for verification instructions/);
    expect(sent.at(-1)?.body).toMatchObject({ return_url: '/buy?small=1&test=1' });
  });

  test('opens the login form, whose tabs keep the /buy link as the return URL', async () => {
    const { dialog, user } = await buyStarter(stories.Visitor);
    await user.click(await dialog.findByRole('button', { name: 'Login & Purchase' }));
    const form = within(await access());
    expect(form.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
    const href = form.getByRole('tab', { name: 'Sign Up' }).getAttribute('href');
    expect(href).toBe('/login?tab=signup&return_url=%2Fbuy%3Fsmall%3D1%26test%3D1');
  });
});

test('closes after a sign-up without asking, because the form is empty', async () => {
  const user = userEvent.setup();
  render(<stories.Visitor />);
  await user.click(link('Get Started'));
  const form = within(await access());
  await user.type(form.getByLabelText('Email'), 'ada@example.com');
  await user.type(form.getByLabelText('Password'), 'Correct-Horse-9-Battery');
  await user.type(form.getByLabelText('Confirm password'), 'Correct-Horse-9-Battery');
  await user.click(form.getByRole('button', { name: 'Create Account' }));
  await form.findByText(/^Account created successfully!/);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

// This test must be the last one: its request stays open, and a later test would share the request.
test('says that the login is being checked, and shows no links in the meantime', async () => {
  const { dialog } = await buyStarter(stories.Checking);
  dialog.getByText('Checking your login...');
  expect(dialog.queryByRole('link')).toBeNull();
});
