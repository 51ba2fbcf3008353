import { afterEach, expect, test, vi } from 'vitest';
import { BUILD_ORIGIN, pageWithOrigin, publicOrigin, withOrigin } from './public-origin.ts';

const ORIGIN = 'https://shop.example:8443';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [`<link rel="canonical" href="${BUILD_ORIGIN}/pricing"/>`, `<link rel="canonical" href="${ORIGIN}/pricing"/>`],
  [
    `<link href="${BUILD_ORIGIN}"/><meta content="${BUILD_ORIGIN}/"/>`,
    `<link href="${ORIGIN}"/><meta content="${ORIGIN}/"/>`,
  ],
  [`self.__next_f.push([1,"\\"${BUILD_ORIGIN}/a\\""])`, `self.__next_f.push([1,"\\"${ORIGIN}/a\\""])`],
  ['https://another.invalid/', 'https://another.invalid/'],
])('%s is served as %s', (text, expected) => expect(withOrigin(text, ORIGIN)).toBe(expected));

test('an origin is text, not a pattern of a replacement', () =>
  expect(withOrigin(`${BUILD_ORIGIN}/`, 'https://$&')).toBe('https://$&/'));

test('a page carries the origin in all its forms, and every other byte stays', () => {
  const bytes = (origin: string) => Buffer.concat([Buffer.from(`1:"£ ${origin}"\n`), Buffer.from([0xff, 0xfe, 0])]);
  const page = {
    html: `£ ${BUILD_ORIGIN}`,
    rscData: bytes(BUILD_ORIGIN),
    segmentData: new Map([['/_tree', bytes(BUILD_ORIGIN)]]),
    status: 404,
  };
  expect(pageWithOrigin(page, ORIGIN)).toEqual({
    html: `£ ${ORIGIN}`,
    rscData: bytes(ORIGIN),
    segmentData: new Map([['/_tree', bytes(ORIGIN)]]),
    status: 404,
  });
  expect(page.html, 'the entry that Next holds is left as it is').toContain(BUILD_ORIGIN);
  expect(pageWithOrigin({ html: '', rscData: undefined, segmentData: undefined }, ORIGIN)).toEqual({ html: '' });
});

test('a build does not believe its own APP_URL', () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  expect(publicOrigin()).toBe(BUILD_ORIGIN);
});
