/**
 * Every sentence of the public pages, policies and mails with a number, a period or a word of CLAIM, and every sentence
 * of the pages about the seller, is an entry of docs/claims.md, which names its proof (docs/decisions/0061).
 */
import { existsSync, readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PolicyText } from '#components/layout/footer/policy-text.tsx';
import { SiteFooter } from '#components/layout/footer/site-footer.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { SAMPLES } from '#emails/samples.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { parseEnv } from '#lib/base/settings/env.ts';
import { LEGAL_ENVIRONMENT } from '#lib/base/settings/legal-settings.ts';
import { legalFactsOf } from '#lib/base/settings/legal.ts';
import { SITE_ENVIRONMENT } from '#lib/base/settings/site-environment.ts';
import { policiesOf } from '#lib/marketing/policies.ts';
import type { Policy } from '#lib/marketing/policies/policy.ts';
import { sellerPagesOf } from '#lib/marketing/seller-pages.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { TEST_SETTINGS } from '#lib/testing/environment.ts';
import Setup, { metadata as setup } from '#app/(account)/setup/page.tsx';
import { Start } from '#app/(account)/start/_components/start.tsx';
import Agreement from '#app/(marketing)/dpa/page.tsx';
import { FalsePositives, LEAD } from '#app/(marketing)/false-positives/_components/false-positives.tsx';
import { LiveLine } from '#app/(marketing)/_components/live/live-numbers.tsx';
import Home, { metadata as home } from '#app/(marketing)/page.tsx';
import Pricing, { metadata as pricing } from '#app/(marketing)/pricing/page.tsx';

// As in production before the first approval. What a customer said is not our claim.
vi.mock('#lib/testimonials/shown.ts', () => ({ shownTestimonials: () => [] }));

const WORDS = [
  String.raw`\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|once|half)\b`,
  String.raw`\b(second|minute|hour|day|week|month|year)s?\b|\b(daily|monthly|yearly|annual)\b`,
  String.raw`\b(always|never|nothing|first|engineers?|within|immediately|unlimited|guarantee\w*|priority|tested|SLA)\b`,
  String.raw`\bat any time\b`,
];
const CLAIM = new RegExp([String.raw`\d`, ...WORDS].join('|'), 'i');
/** On the pages about the seller, whatever ends as a sentence does. */
const CLAIM_OF_SELLER = new RegExp([CLAIM.source, String.raw`\S\.$`].join('|'), 'i');
/** Bare numbers of a mail are about its recipient: amounts, dates, versions. */
const CLAIM_OF_MAIL = new RegExp(WORDS.join('|'), 'i');

const LIVE = {
  requests_last_day: 1,
  requests_per_second: 1,
  hit_rate: 0,
  storage_hosts: 1,
  at: '2026-11-23T18:05:00Z',
};
const NO_REPORTS = { reports: 0, answered: 0, removed: 0, median_seconds: null };
const FIGURES = { from: '2026-09-01', to: '2026-11-29', ...NO_REPORTS, share_removed: null, days: [] };
const render = (page: ReactNode) => textsIn(renderToStaticMarkup(<StubScreen answers={{}}>{page}</StubScreen>));

/** A list and an SLA as docs/operations.md shows them. */
const HOST = {
  ...{ name: 'Northern Racks Ltd', purpose: 'Runs the servers of this site and its database' },
  ...{ data: 'All data that this site stores', country: 'DE', basis: 'Adequacy decision', from: '2027-03-01' },
};
const SLA = {
  ...{ version: '2026-12-01', applies: 'Every Enterprise plan has it.' },
  definition: ['A minute is lost if no storage host answers.'],
  exclusions: ['Maintenance that was announced three days before.'],
  credits: [{ reached: 'Below 99.9% of a month', credit: '10% of the month’s price' }],
  claim: 'Write to us within 30 days of the month’s end.',
};
const SELLER = { ...TEST_SETTINGS, SUBPROCESSORS: JSON.stringify([HOST]), SLA: JSON.stringify(SLA) };
const sellerPages = sellerPagesOf(legalFactsOf(parseEnv(SELLER)));
/** The page says in one sentence that the list is empty. */
const withoutSubprocessors = sellerPagesOf({ ...legalFactsOf(parseEnv(SELLER)), subprocessors: [] }).subprocessors;
const readPolicy = (policy: Policy | null) =>
  policy ? [policy.lead, ...render(<PolicyText policy={policy} headingLevel="h2" />)] : [];
const readPolicies = (all: Readonly<Record<string, Policy | null>>) =>
  Object.fromEntries(Object.entries(all).map(([name, policy]) => [`/${name}`, () => readPolicy(policy)]));

/** The texts of each page, in blocks. */
const PAGES: Readonly<Record<string, () => string[]>> = {
  '/': () => [...render(<Home />), ...render(<LiveLine live={LIVE} />), String(home.description)],
  '/pricing': () => [...render(<Pricing />), String(pricing.description)],
  '/setup': () => [...render(<Setup />), String(setup.description)],
  '/start': () => render(<Start first={{ emails: '12000', plan: null, isYearly: false }} buyer={null} />),
  'Every page': () => render(<SiteFooter contacts={localContacts} />),
  ...readPolicies(policiesOf(localContacts)),
};
const SELLER_PAGES: typeof PAGES = {
  ...readPolicies(sellerPages),
  '/dpa': () => render(<Agreement />), // with the form that accepts it
  '/false-positives': () => [
    LEAD,
    ...render(<FalsePositives figures={FIGURES} />),
    ...render(<FalsePositives figures={null} />),
  ],
  '/subprocessors': () => [...readPolicy(sellerPages.subprocessors), ...readPolicy(withoutSubprocessors)],
};
const MAILS = Object.values(SAMPLES).flatMap((mails): MailParts[] => Object.values(mails));

const ROWS = 'dl > div, tr:has(th[scope=row])';
const BLOCKS =
  'p, li, dt, dd, h1, h2, h3, h4, th, td, tr, div, section, figure, figcaption, button, label, caption, option, legend, title';

/** The texts of a page by block; of rows as `name: values`. Listings and drawings are left out, their titles are not. */
function textsIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style, pre, svg text')) element.remove();
  const rows = [...body.querySelectorAll(ROWS)].map((row) => {
    const [name = '', ...values] = [...row.querySelectorAll('dt, dd, th, td')].map((cell) => blocksOf(cell).join(' '));
    row.remove();
    return `${name}: ${values.join(', ')}`;
  });
  return [...rows, ...blocksOf(body)];
}

function blocksOf(element: Element): string[] {
  const blocks = [''];
  const add = (text: string) => blocks.push(`${blocks.pop() ?? ''}${text}`);
  const walk = (node: Node) => {
    if (!(node instanceof Element)) return void add(node.textContent ?? '');
    const isBlock = node.matches(BLOCKS);
    if (isBlock) blocks.push('');
    else if (node.previousSibling instanceof Element) add(' '); // a gap of the layout
    node.childNodes.forEach(walk);
    if (isBlock) blocks.push('');
  };
  walk(element);
  return blocks.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

const sentencesOf = (texts: readonly string[]) => texts.flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z“\d])/));

/** The day of the last change, and the number of a step, are no claims. */
const NO_CLAIM = /\d{4}-\d\d-\d\d|^\P{L}*$/gu;
const claimsOf = (texts: readonly string[], pattern = CLAIM) =>
  sentencesOf(texts).filter((text) => pattern.test(text.replaceAll(NO_CLAIM, '')));

const textsOfMail = ({ subject, heading, intro, figures = [], steps = [], outro }: MailParts) => [
  ...[subject, heading, ...intro, ...steps.map(({ text }) => text), ...outro],
  ...figures.map(([name, value]) => `${name}: ${value}`),
];

/** Each claim with the first place that makes it. */
function readClaims(): Map<string, string> {
  const places = Object.entries(PAGES).map(([page, read]) => [page, claimsOf(read())] as const);
  const ofSeller = Object.entries(SELLER_PAGES).map(
    ([page, read]) => [page, claimsOf(read(), CLAIM_OF_SELLER)] as const,
  );
  const inMails = claimsOf(MAILS.flatMap(textsOfMail), CLAIM_OF_MAIL);
  const found = new Map<string, string>();
  for (const [place, claims] of [...places, ...ofSeller, ['Mails', inMails] as const])
    for (const claim of claims) if (!found.has(claim)) found.set(claim, place);
  return found;
}

type Entry = { place: string; claim: string; proofs: string[] };

/** The entries of docs/claims.md: under the place's heading, a table of claim and proofs. */
function readEntries(): Entry[] {
  const sections = readFileSync('docs/claims.md', 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [place = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
    return rows.map((row) => {
      const [claim = '', proofs = ''] = row
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim());
      return { place: place.replaceAll('`', ''), claim, proofs: proofs.split('<br>') };
    });
  });
}

test('lists every claim of the public pages and mails, and no other, each under the first place that makes it', () => {
  const made = [...readClaims()].map(([claim, place]) => `${place}: ${claim}`);
  const listed = readEntries().map(({ claim, place }) => `${place}: ${claim}`);
  expect(
    made.filter((claim) => !listed.includes(claim)),
    'claims without an entry',
  ).toEqual([]);
  expect(
    listed.filter((claim) => !made.includes(claim)),
    'entries that no page makes',
  ).toEqual([]);
  expect(listed.length).toBe(new Set(listed).size);
});

const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
/** Whether a proof exists; the texts after the kind say where. */
const KINDS: Readonly<Record<string, (proof: string) => boolean>> = {
  /** a test by its file and title */
  test: (proof) => {
    const [file = '', title = ''] = proof.split(' › ');
    return /\.(test|spec)\.tsx?$/.test(file) && title !== '' && text(file).replaceAll("\\'", "'").includes(title);
  },
  /** the customer's words, as docs/product.md has them */
  customer: (words) => words !== '' && text('docs/product.md').includes(words),
  setting: (names) =>
    names.split(', ').every((name) => Object.hasOwn({ ...SITE_ENVIRONMENT, ...LEGAL_ENVIRONMENT }, name)),
  /** a figure that the page asks for when it is shown */
  live: (call) => ['GET /api/live', 'GET /api/report-figures'].includes(call),
  /** what only the seller can keep: docs/operations.md says so */
  seller: (words) => words !== '' && text('docs/operations.md').includes(words),
  /** a heading, an advice or a name, which promises nothing */
  none: (why) => why !== '',
};

test('names a proof that exists for each claim', () => {
  const missing = readEntries().flatMap(({ claim, proofs }) =>
    proofs
      .filter((proof) => {
        const [, kind = '', where = ''] = /^(\w+): (.*)$/.exec(proof) ?? [];
        return !KINDS[kind]?.(where.replaceAll('`', ''));
      })
      .map((proof) => `${claim} ← ${proof}`),
  );
  expect(missing).toEqual([]);
});

test('finds a claim when a number changes, in digits or in words', () => {
  for (const changed of [
    '£26 a month.',
    'Stored for ninety days.',
    'Answered within an hour.',
    'With an engineer on call.',
  ])
    expect(claimsOf([changed])).toEqual([changed]);
  expect(claimsOf(['Your own rules stay as they are.'])).toEqual([]);
  expect(claimsOf(['Keys are left out of all logs.'], CLAIM_OF_SELLER)).toHaveLength(1);
  expect(claimsOf(['Access and logs', 'Version 2026-11-28.'], CLAIM_OF_SELLER)).toEqual([]);
});
