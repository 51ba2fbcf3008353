import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SECURITY_ANSWER_WORKING_DAYS, SUBPROCESSOR_NOTICE_DAYS } from '#lib/base/promises.ts';
import { parseEnv } from '#lib/base/settings/env.ts';
import { legalFactsOf } from '#lib/base/settings/legal.ts';
import { slugOf } from '#lib/base/text/format.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import { TEST_SETTINGS } from '#lib/testing/environment.ts';
import { sitemapPages } from './metadata.ts';
import { DPA_VERSION, SELLER_PAGES, type Policy } from './policies/policy.ts';
import { sellerPagesOf } from './seller-pages.ts';

const HOST = {
  name: 'Northern Racks Ltd',
  purpose: 'Runs our servers',
  data: 'All that we store',
  country: 'FI',
  basis: 'Adequacy decision',
  from: '2027-03-01',
};
const SLA = {
  version: '2026-12-01',
  applies: 'Every Enterprise plan has it.',
  definition: ['A minute is lost if no storage answers.'],
  exclusions: ['Announced maintenance.'],
  credits: [{ reached: 'Below 99.9%', credit: '10% of the month' }],
  claim: 'By email within 30 days.',
};
const pagesWith = (settings: Record<string, string> = {}) =>
  sellerPagesOf(legalFactsOf(parseEnv({ ...TEST_SETTINGS, ...settings })));
const textOf = (page: Policy | null) => JSON.stringify(page);

describe('the pages about the seller', () => {
  test('say on /legal what the settings say, and name no one if no one is set', () => {
    const settings = {
      SELLER_NAME: 'Premium & Söhne GmbH',
      SELLER_ADDRESS: '1 High Street, London',
      SELLER_REGISTRATION: 'HRB 9999',
      SELLER_REGISTER_PLACE: 'Amtsgericht Köln',
      SELLER_VAT: 'DE 999',
      SUPPORT_MAIL: 'help@premium.test',
      SECURITY_MAIL: 'security@premium.test',
      HOSTING_COUNTRY: 'DE,FI',
    };
    const text = textOf(pagesWith({ ...settings, SELLER_REPRESENTATIVE: 'Ada Lovelace' }).legal);
    for (const value of Object.values(settings).slice(0, -1)) expect(text).toContain(value);
    expect(text).toContain('Germany, Finland');
    expect(text).toContain('Ada Lovelace');
    expect(text).toContain('help@premium.test: personal data');
    expect(textOf(pagesWith(settings).legal)).not.toContain('Represented');
    expect(textOf(pagesWith({ ...settings, PRIVACY_MAIL: 'dpo@premium.test' }).legal)).toContain('dpo@premium.test: ');
  });

  test('list every subprocessor with its purpose, data, country, basis and first day', () => {
    const { subprocessors } = pagesWith({ SUBPROCESSORS: JSON.stringify([HOST]) });
    const entry = subprocessors.sections.find(({ title }) => title === HOST.name);
    expect(entry?.facts?.map(({ text }) => text)).toEqual([HOST.purpose, HOST.data, 'Finland', HOST.basis, HOST.from]);
    expect(textOf(subprocessors)).toContain(`at least ${SUBPROCESSOR_NOTICE_DAYS} days before`);
    expect(textOf(pagesWith({ SUBPROCESSORS: '[]' }).subprocessors)).toContain('the list has no entry');
  });

  test('have an SLA only if the operator has set one', () => {
    expect(pagesWith().sla).toBeNull();
    const { sla } = pagesWith({ SLA: JSON.stringify(SLA) });
    for (const value of [
      SLA.applies,
      ...SLA.definition,
      ...SLA.exclusions,
      'Below 99.9%',
      '10% of the month',
      SLA.claim,
    ])
      expect(textOf(sla)).toContain(value);
    expect(sla?.dated).toEqual({ version: SLA.version });
    expect(sitemapPages({ hasSla: false })).not.toContain('/sla');
    expect(sitemapPages({ hasSla: true })).toContain('/sla');
  });

  test('are in the sitemap', () => {
    for (const name of SELLER_PAGES) expect(sitemapPages({ hasSla: true })).toContain(`/${name}`);
  });

  test('state the periods that the code keeps', () => {
    const { dpa, security } = pagesWith();
    expect(textOf(dpa)).toContain(`at least ${SUBPROCESSOR_NOTICE_DAYS} days before its first day`);
    expect(textOf(dpa)).toContain(`deleted ${SOURCE_DAYS} days after`);
    expect(textOf(security)).toContain(`within ${SECURITY_ANSWER_WORKING_DAYS} working days`);
    expect(SECURITY_ANSWER_WORKING_DAYS).toBe(2);
    expect(readFileSync('SECURITY.md', 'utf8')).toContain('within two working days');
  });

  test('give each section of a page its own anchor', () => {
    for (const page of Object.values(pagesWith({ SLA: JSON.stringify(SLA) }))) {
      const anchors = page?.sections.map(({ title }) => slugOf(title)) ?? [];
      expect(new Set(anchors).size).toBe(anchors.length);
    }
  });

  test('give a changed agreement a new version', () => {
    const facts = { HOSTING_COUNTRY: 'DE', PRIVACY_MAIL: 'a@b.test' };
    const { dpa } = pagesWith({ ...facts, SELLER_NAME: 'Seller', SELLER_ADDRESS: 'Address' });
    const hash = createHash('sha256').update(textOf(dpa)).digest('hex').slice(0, 8);
    // If you changed the agreement, set DPA_VERSION to today, and copy both here: who accepted the old text sees so.
    expect([DPA_VERSION, hash]).toEqual(['2026-11-28', '8af8cdbe']);
  });
});
