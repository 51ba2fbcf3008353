/** What the owner sees is what the admin sees, apart from what is listed here with its reason. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Dashboard } from '#components/account/dashboard/dashboard.tsx';
import { AccountSections } from '#components/account/settings/account-sections.tsx';
import { YourPlan } from '#components/account/plan/your-plan.tsx';
import { SetupGuide } from '#components/account/setup/setup-guide.tsx';
import { ConnectedAppsSection } from '#components/oauth/connected-apps.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './customer-view.stories.tsx';
import * as samples from './viewed-samples.ts';

const WAITING = ['account/api/billing', 'account/api/doctor', 'usagegraph/24h'];

/** An admin sees all logins at once. */
beforeEach(() => window.history.replaceState(null, '', '?logins=all'));

/** The owner's screen with the same data, which is fresh, so that only what the server does not bring is asked for. */
function Owner({ answers, children }: { answers: object; children: ReactNode }) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    for (const [key, data] of Object.entries(answers)) made.setQueryData([key], data, { updatedAt: samples.NOW });
    return made;
  });
  const waiting = WAITING.map((path) => [`GET /${path}`, 'waiting']);
  return (
    <StubScreen answers={Object.fromEntries(waiting) as Record<string, 'waiting'>}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StubScreen>
  );
}

const ownersDashboard = ({ answers }: { answers: object }) => (
  <Owner answers={answers}>
    <Dashboard />
    <ConnectedAppsSection />
  </Owner>
);
const ownersAccount = (answers: object) => (
  <Owner answers={{ ...answers, userstatus: samples.STATUS }}>
    <AccountSections />
  </Owner>
);
const ownersGuide = ({ answers }: { answers: object }) => (
  <Owner answers={answers}>
    <SetupGuide />
  </Owner>
);

const ownersPlan = (data: samples.Dashboard, subscription: samples.Plan['subscription']) => (
  <Owner answers={samples.planAnswersOf(data, subscription)}>
    <YourPlan />
  </Owner>
);

type Screen = 'dashboard' | 'account' | 'setup' | 'plan';
type Difference = {
  screens: readonly Screen[];
  why: string;
  /** what only the owner sees, as CSS */
  only?: string;
  /** which of it, by its text */
  text?: string;
  /** what the admin sees in its place */
  instead?: (element: Element) => string;
  /** what only the admin sees */
  added?: RegExp;
};

const textOf = ({ textContent }: Element) => textContent ?? '';

const DIFFERENCES: readonly Difference[] = [
  { screens: ['dashboard'], only: 'nav[aria-label="Account"]', why: 'It leads to the account of the admin.' },
  { screens: ['dashboard'], only: '#usage', why: 'The page “Usage” shows it, from the console’s endpoint.' },
  {
    screens: ['dashboard'],
    only: 'section[aria-labelledby="quick-setup"] > :nth-child(n+3):not(ol), [data-commands]',
    why: 'The page “Setup” shows the command, with its choices.',
  },
  { screens: ['dashboard', 'account'], only: 'button', why: 'It acts.' },
  { screens: ['dashboard', 'account'], only: 'th', text: 'Actions', why: 'Its column holds what acts.' },
  { screens: ['dashboard', 'account'], only: 'a:not(.underline)', why: 'It looks like a button, and acts.' },
  { screens: ['dashboard'], only: 'a.underline', instead: textOf, why: 'It leads away from the view.' },
  {
    screens: ['dashboard', 'account'],
    only: 'input[role="switch"]',
    instead: (box) => ((box as HTMLInputElement).checked ? 'On' : 'Off'),
    why: 'It acts; its state is shown.',
  },
  {
    screens: ['account'],
    only: '#passkeys *',
    text: 'This browser does not support passkeys.',
    why: 'Only the browser of the owner matters.',
  },
  { screens: ['account'], only: '#data', why: 'It only downloads.' },
  { screens: ['account'], only: '#delete', why: 'It only deletes.' },
  { screens: ['account'], only: 'th', text: 'Token', why: 'A token has a name only.' },
  { screens: ['account'], only: 'td[data-label="Token"]', why: 'A token has a name only.' },
  { screens: ['setup'], only: '#check', why: 'It asks the storage hosts about the caller.' },
  { screens: ['setup'], only: 'a[href="#check"]', why: 'It leads there.' },
  { screens: ['setup'], only: '#summary a', why: 'They lead to the pages of the admin.' },
  { screens: ['setup'], only: 'a[href="/pricing"]', why: 'The admin buys nothing for the customer.' },
  { screens: ['setup'], only: '#platform a[download]', why: 'Nothing is downloaded.' },
  { screens: ['setup'], only: 'a.underline[href^="/"]', instead: textOf, why: 'It leads away from the view.' },
  { screens: ['plan'], only: 'a:not(.underline)', why: 'It acts.' },
  { screens: ['plan'], only: 'section[aria-labelledby="billing"]', why: 'Only Stripe knows it.' },
  { screens: ['plan'], only: '[role="status"]', why: 'Stripe is not asked.' },
  { screens: ['plan'], added: /^The customer also chooses/, why: 'Says what is left out.' },
  { screens: ['dashboard'], added: /^(Renews|Ends) on/, why: 'The next charge, which only Stripe knows, is left out.' },
  { screens: ['dashboard'], added: /^The customer also sees/, why: 'Says what is left out.' },
  { screens: ['setup'], added: /^The customer’s platform/, why: 'The choice is in the browser of the customer.' },
];

/** What a screen says, text by text. `used` collects the differences that were found. */
function wordsOf(screen: ReactNode, changes: readonly Difference[], used: Set<Difference>): string[] {
  const { container, unmount } = render(screen);
  for (const change of changes) {
    const { only, text, instead } = change;
    const found = only ? [...container.querySelectorAll(only)] : [];
    for (const element of found.filter((each) => text === undefined || textOf(each) === text)) {
      used.add(change);
      element.replaceWith(instead ? instead(element) : '');
    }
  }
  container.normalize();
  const words = [];
  const texts = document.createTreeWalker(container.querySelector('main') ?? container, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) words.push(texts.currentNode.textContent?.trim() ?? '');
  unmount();
  return words.filter(Boolean);
}

const SCREENS: readonly [Screen, string, ReactNode, ReactNode][] = [
  ['dashboard', 'in use', ownersDashboard(samples.FULL), <stories.FullDashboard key="" />],
  ['dashboard', 'without a plan', ownersDashboard(samples.FREE), <stories.FreeDashboard key="" />],
  ['dashboard', 'before the first request', ownersDashboard(samples.NEW), <stories.NewDashboard key="" />],
  ['dashboard', 'switched off', ownersDashboard(samples.SWITCHED_OFF), <stories.SwitchedOffDashboard key="" />],
  ['dashboard', 'unpaid', ownersDashboard(samples.STANDINGS.unpaid), <stories.UnpaidDashboard key="" />],
  ['dashboard', 'past due', ownersDashboard(samples.STANDINGS['past due']), <stories.PastDueDashboard key="" />],
  ['dashboard', 'silent', ownersDashboard(samples.STANDINGS.silent), <stories.SilentDashboard key="" />],
  ['dashboard', 'near', ownersDashboard(samples.STANDINGS['near the limit']), <stories.NearDashboard key="" />],
  ['account', 'in use', ownersAccount(samples.ACCOUNT), <stories.FullAccount key="" />],
  ['account', 'empty', ownersAccount(samples.EMPTY_ACCOUNT), <stories.EmptyAccount key="" />],
  ['plan', 'in use', ownersPlan(samples.FULL, samples.SUBSCRIPTION), <stories.ViewedPlanFull key="" />],
  ['plan', 'without one', ownersPlan(samples.FREE, null), <stories.ViewedPlanNone key="" />],
  ['setup', 'with a key', ownersGuide(samples.FULL), <stories.Setup key="" />],
  ['setup', 'without a key', ownersGuide(samples.FREE), <stories.SetupWithoutKey key="" />],
];
const used = new Set<Difference>();

test.each(SCREENS)('the %s, %s, says to an admin what it says to its owner', (screen, _state, owner, admin) => {
  const listed = DIFFERENCES.filter(({ screens }) => screens.includes(screen));
  const said = wordsOf(owner, listed, used);
  const added = listed.filter((difference) => difference.added);
  const shown = wordsOf(admin, [], used).filter((text) => {
    const reason = added.find((difference) => difference.added?.test(text));
    if (reason) used.add(reason);
    return !reason;
  });
  expect(shown).toEqual(said);
});

test('each listed difference is one', () => {
  expect(DIFFERENCES.filter((difference) => !used.has(difference))).toEqual([]);
});

test.each(SCREENS)(
  'the %s, %s, sends no request and holds nothing that acts for the admin',
  (screen, _state, _owner, admin) => {
    const { container } = render(admin);
    expect(sent).toEqual([]);
    if (screen !== 'setup')
      expect(container.querySelectorAll('a, button:not(.tip), form, input, select, textarea')).toHaveLength(0);
    expect(container.querySelectorAll('form, [download], [aria-haspopup]')).toHaveLength(0);
    const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => !href.startsWith('#') && !href.startsWith('https://'))).toEqual([]);
  },
);
