import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { ok, StubServer } from '#components/stories/stub-server.tsx';
import { contactsOf, LOCAL_SITE, SALES_URL } from '#lib/base/settings/site-environment.ts';
import { PlanChoice } from './plan-choice.tsx';
import { WithoutPlan } from './without-plan.tsx';

type Status = { has_subscription?: boolean; is_admin?: boolean; status?: string };
const answer = ({ has_subscription = false, is_admin = false, status }: Status) =>
  ok({ has_subscription, is_admin, plan: { status: status ?? null } });

/** Tells when the answer has arrived. */
const Answered = () => useUserStatus().isSuccess && <p>Answered</p>;

const show = (first: Status, second = first) =>
  render(
    <StubServer answers={{ 'GET /userstatus': [answer(first), answer(second)] }}>
      <WithoutPlan>
        <p>The plans</p>
      </WithoutPlan>
      <Answered />
    </StubServer>,
  );

test.each([
  ['who never had a plan', {}, true],
  ['whose plan has ended', { status: 'canceled' }, true],
  ['who has a plan', { has_subscription: true, status: 'active' }, false],
  ['who owes the price of a plan', { status: 'unpaid' }, false],
  ['who is an admin', { is_admin: true }, false],
])('decides whether a user %s sees the plans', async (_, status: Status, isShown) => {
  show(status);
  await screen.findByText('Answered');
  expect(screen.queryAllByText('The plans')).toHaveLength(isShown ? 1 : 0);
});

test('no longer shows the plans once the user has bought one in another tab', async () => {
  show({}, { has_subscription: true, status: 'active' });
  await screen.findByText('The plans');
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(screen.queryByText('The plans')).toBeNull());
});

test('starts with the billing period of the URL', () => {
  render(
    <ContactsProvider contacts={contactsOf({ ...LOCAL_SITE, SALES_URL })}>
      <PlanChoice isYearly vatPercent={20} />
    </ContactsProvider>,
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Yearly' }).defaultChecked).toBe(true);
});
