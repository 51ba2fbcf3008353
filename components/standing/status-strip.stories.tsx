import { MEMBERSHIP } from '#components/account/membership.ts';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { ok, StubServer } from '#components/stories/stub-server.tsx';
import { Fragment, type ReactNode } from 'react';
import type { Contacts } from '#lib/base/settings/site.ts';
import { HOUR } from '#lib/base/time.ts';
import type { StandingView } from '#lib/standing/views.ts';
import { StatusStrip } from './status-strip.tsx';

const CONTACTS = { supportMail: 'support@premium.example' } as Contacts;

export default { title: 'standing/Status strip' };

const FINE: StandingView = {
  standing: 'fine',
  limit: { daily: 60_000, emails: 30_000, source: 'plan' },
  last_day: { requests: 7407, checked: 7400, hits: 1924, errors: 7 },
  day_before: { requests: 7000, checked: 7000, hits: 1680, errors: 0 },
  reaches_limit_at: null,
  last_request_at: new Date(Date.now() - HOUR / 60).toISOString(),
  raise: null,
};
const SCALE = { plan: 'scale', interval: 'month', quantity: 1, daily: 200_000, pounds: 50 } as const;
const SUBSCRIPTION = {
  status: 'active',
  product: 'Premium access (small)',
  plan: 'starter',
  interval: 'month',
  quantity: 1,
  current_period_end: '2026-12-22T17:56:00.000Z',
  cancel_at: null,
  ended_at: null,
  awaits_payment: false,
};
const OPEN = { amount: 3000, currency: 'gbp', next_attempt: '2026-11-29T10:00:00.000Z' };

/** The strip of a member who may not pay: every link would end in a refusal. */
const Technical = ({ children }: { children: ReactNode }) => (
  <FirstAnswers
    answers={[{ key: [MEMBERSHIP], data: { role: 'technical', hasOthers: false, lacksFactor: false } }]}
    at={Date.parse('2026-01-15T08:30:00.000Z')}
  >
    {children}
  </FirstAnswers>
);

const strip = (
  standing: Partial<StandingView>,
  status = 'active',
  openInvoice: typeof OPEN | null = null,
  Viewer: typeof Technical | typeof Fragment = Fragment,
  endsAt: string | null = null,
) => (
  <StubServer
    answers={{
      'GET /account/api/standing': ok({ ...FINE, ...standing }),
      'GET /account/api/billing': ok({
        stripe: 'ok',
        is_manual: false,
        subscription: { ...SUBSCRIPTION, status },
        next_charge: null,
        open_invoice: openInvoice,
        card: null,
        invoices: [],
      }),
    }}
  >
    <ContactsProvider contacts={CONTACTS}>
      <Viewer>
        <StatusStrip status={status} endsAt={endsAt} />
      </Viewer>
    </ContactsProvider>
  </StubServer>
);

const used = (requests: number) => ({ requests, checked: requests, hits: 900, errors: 0 });

export const Unpaid = () => strip({ standing: 'unpaid' }, 'unpaid', OPEN);
export const Paused = () => strip({ standing: 'unpaid' }, 'paused');
export const PastDue = () => strip({ standing: 'past_due' }, 'past_due', OPEN);
export const Over = () => strip({ standing: 'over', last_day: used(76_612), raise: SCALE });
export const OverOwnLimit = () =>
  strip({ standing: 'over', last_day: used(100), limit: { daily: 100, emails: 50, source: 'user' } });
export const Silent = () =>
  strip({ standing: 'silent', last_request_at: new Date(Date.now() - 31 * HOUR - 1000).toISOString() });
export const Near = () => strip({ standing: 'near', last_day: used(55_200), raise: SCALE });
export const Growing = () =>
  strip({ standing: 'near', last_day: used(41_000), raise: SCALE, reaches_limit_at: '2026-11-23T17:05:30.000Z' });
export const Fine = () => strip({});
export const Leaving = () => strip({}, 'active', null, Fragment, '2026-12-11T10:00:00.000Z');
export const WaitingForRequests = () => strip({ standing: 'waiting', last_day: null });
export const NoKey = () => strip({ standing: 'none' });

export const OverAsTechnical = () => strip({ standing: 'over', raise: SCALE }, 'active', null, Technical);
export const UnpaidAsTechnical = () => strip({ standing: 'unpaid' }, 'unpaid', OPEN, Technical);
export const PastDueAsTechnical = () => strip({ standing: 'past_due' }, 'past_due', OPEN, Technical);
