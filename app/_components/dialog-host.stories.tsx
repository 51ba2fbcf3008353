import { BuyLinks } from '#components/billing/pricing/buy-links.tsx';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import type { Contacts } from '#lib/base/settings/site.ts';
import type { PlanChangePreview, UserStatusView } from '#lib/billing/views.ts';
import { plans } from '#lib/marketing/plans.ts';
import { DialogHost } from './dialog-host.tsx';

export default { title: 'layout/Dialogs of links' };

const FREE: UserStatusView = {
  has_subscription: false,
  is_manual: false,
  plan: { product: null, quantity: 0, status: null, key: null, ends_at: null, key_is_off: false, forbidden_flags: [] },
  usage_limit: { daily: null, emails: null, source: 'none' },
  email: 'postmaster@mail.example',
  is_admin: false,
};
const holding = (product: string, quantity: number): UserStatusView => ({
  ...FREE,
  has_subscription: true,
  plan: { ...FREE.plan, product, quantity, status: 'active' },
});
const CONTACTS = {
  ...{ seller: 'Sample Seller Ltd, London, VAT GB 0', salesUrl: 'https://sales.example' },
  ...{ ukVatPercent: 20, withdrawalRefund: 'all' },
} as Contacts;
const PREVIEW: PlanChangePreview = {
  currency: 'gbp',
  holds: 'now',
  holds_from: '2026-11-20T00:00:00.000Z',
  proration_date: 1_795_132_800,
  today: {
    amount: 3000,
    lines: [
      { description: 'Starter', amount: 2500 },
      { description: 'VAT', amount: 500 },
    ],
  },
  next: { amount: 9000, at: '2026-12-01T00:00:00.000Z', lines: [{ description: 'Starter', amount: 9000 }] },
  then: { amount: 9000, interval: 'month' },
};
const FOR_SALE = plans.filter(({ buyUrl }) => buyUrl);
const BUSY = refused(503, 'unavailable', 'The service is busy. Please try again.');

/** The buy links of the plans, and the links of the header. */
const story = (...status: [StubAnswer, ...StubAnswer[]]) => (
  <StubServer
    answers={{
      'GET /userstatus': status,
      'GET /account/api/billing/preview': ok(PREVIEW),
      'GET /account/api/billing/buyer': ok({ kind: null, po_number: null, invoice_email: null }),
      'POST /signup/email': ok({ status: 'ok' }),
    }}
  >
    <ContactsProvider contacts={CONTACTS}>
      <a href="/login" data-dialog="login">
        Login
      </a>
      <a href="/login?tab=signup" data-dialog="signup">
        Get Started
      </a>
      {FOR_SALE.map((plan) => (
        <p key={plan.name}>
          <BuyLinks plan={plan} />
        </p>
      ))}
      <DialogHost />
    </ContactsProvider>
  </StubServer>
);

export const Checking = () => story('waiting');
export const Visitor = () => story(ok(null));
export const WithoutPlan = () => story(ok(FREE));
export const WithManualPlan = () => story(ok({ ...FREE, has_subscription: true, is_manual: true }));
export const WithScale = () => story(ok(holding('Premium access', 3)));
export const WithStarter = () => story(ok(holding('Premium access (small)', 1)));
export const WithUnknownProduct = () => story(ok(holding('Custom', 2)));
/**
 * The first two requests for the status of a user without a plan fail: the client retries once before it shows an
 * error.
 */
export const Unavailable = () => story(BUSY, BUSY, ok(FREE));
