import { afterEach, expect, test, vi } from 'vitest';
import { contacts } from '#lib/base/settings/contacts.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { BUILD_ORIGIN, copySettings, pageWithSettings, publicOrigin, withSettings } from './public-origin.ts';

const ORIGIN = 'https://shop.example:8443';
const settings = {
  ...localContacts,
  origin: ORIGIN,
  supportMail: 'help@shop.example',
  salesUrl: 'https://shop.example/?a=1&b=2',
  sellerName: "Müller & O'Neil",
};

afterEach(() => vi.unstubAllEnvs());

test.each([
  [`<link rel="canonical" href="${BUILD_ORIGIN}/pricing"/>`, `<link rel="canonical" href="${ORIGIN}/pricing"/>`],
  [
    `<link href="${BUILD_ORIGIN}"/><meta content="${BUILD_ORIGIN}/"/>`,
    `<link href="${ORIGIN}"/><meta content="${ORIGIN}/"/>`,
  ],
  [`<script>push([1,"\\"${BUILD_ORIGIN}/a\\""])</script>`, `<script>push([1,"\\"${ORIGIN}/a\\""])</script>`],
  ['https://another.invalid/', 'https://another.invalid/'],
  ['<a href="mailto:supportMail.setting.invalid">', '<a href="mailto:help@shop.example">'],
  ['<a href="salesUrl.setting.invalid">', '<a href="https://shop.example/?a=1&amp;b=2">'],
  [
    '<p>sellerName.setting.invalid</p><script>push("sellerName.setting.invalid")</script><p>sellerName.setting.invalid',
    `<p>Müller &amp; O'Neil</p><script>push("Müller & O'Neil")</script><p>Müller &amp; O'Neil`,
  ],
  ['nobody.setting.invalid', 'nobody.setting.invalid'],
])('serves %s as %s', (text, expected) => expect(withSettings(text, settings)).toBe(expected));

test('inserts a setting as text, not as a replacement pattern', () =>
  expect(withSettings(`${BUILD_ORIGIN}/`, { ...settings, origin: 'https://$&' })).toBe('https://$&/'));

test('inserts the settings into all forms of a page and keeps every other byte', () => {
  const bytes = (...texts: string[]) =>
    Buffer.concat([Buffer.from(`1:"£ ${texts.join()}"\n`), Buffer.from([0xff, 0xfe, 0])]);
  const page = {
    html: `£ ${BUILD_ORIGIN}`,
    rscData: bytes(BUILD_ORIGIN, 'sellerName.setting.invalid'),
    segmentData: new Map([['/_tree', bytes(BUILD_ORIGIN)]]),
    status: 404,
  };
  expect(pageWithSettings(page, settings)).toEqual({
    html: `£ ${ORIGIN}`,
    rscData: bytes(ORIGIN, "Müller & O'Neil"),
    segmentData: new Map([['/_tree', bytes(ORIGIN)]]),
    status: 404,
  });
  expect(page.html, 'does not change the entry that Next holds').toContain(BUILD_ORIGIN);
  expect(pageWithSettings({ html: '', rscData: undefined, segmentData: undefined }, settings)).toEqual({ html: '' });
});

test('uses placeholders for all settings during a build', () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  expect(publicOrigin()).toBe(BUILD_ORIGIN);
  expect(Object.values(contacts()).filter((value) => !value.endsWith('.setting.invalid'))).toEqual([]);
  const everything = `<script>${JSON.stringify(copySettings())}</script>`;
  expect(withSettings(everything, settings)).toBe(`<script>${JSON.stringify(settings)}</script>`);
});
