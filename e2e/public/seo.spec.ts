import type { APIRequestContext } from '@playwright/test';
import { DAY } from '#lib/base/time.ts';
import { publicPages, requestedPages } from '#lib/marketing/metadata.ts';
import { expect, test } from '../fixtures.ts';
import { attribute, readHtml, textOf } from '../support/html.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const here = (path: string) => new URL(path, stack.baseUrl).href;
const get = async (path: string) => readHtml((await new HttpClient(stack.baseUrl).send(path)).text);
const meta = (html: string, name: string) =>
  attribute(html, 'meta', { property: name }, 'content') ?? attribute(html, 'meta', { name }, 'content');
const title = (html: string) => textOf(html, 'title');
const isIndexed = (html: string) => !meta(html, 'robots')?.includes('noindex');

/** The structured data of a page. */
const thingsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );

for (const path of publicPages)
  test(`gives ${path} its canonical URL, a title, a description and an image`, async () => {
    const html = await get(path);
    const canonical = attribute(html, 'link', { rel: 'canonical' }, 'href');
    expect(new URL(canonical ?? '').href).toBe(here(path));
    expect(meta(html, 'og:url')).toBe(canonical);
    const description = meta(html, 'description') ?? '';
    expect(title(html)).toContain('Rspamd Premium');
    expect(title(html).length, title(html)).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThan(50);
    expect(description.length, description).toBeLessThanOrEqual(155);
    expect(meta(html, 'og:title')).toBe(title(html));
    expect(meta(html, 'og:description')).toBe(description);
    expect(meta(html, 'og:image')).toMatch(new RegExp(`^${here('/opengraph-image')}`));
    expect(meta(html, 'og:image:alt')).toContain('Rspamd Premium');
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(isIndexed(html)).toBe(true);
  });

test('gives every public page its own title and description', async () => {
  const pages = await Promise.all(publicPages.map(get));
  const texts = pages.flatMap((html) => [title(html), meta(html, 'description')]);
  expect(new Set(texts).size).toBe(texts.length);
});

// docs/decisions/0005 says why the build must not decide the origin.
test('uses the configured origin instead of the build’s, and keeps React’s stream intact', async ({ request }) => {
  for (const path of [...publicPages, '/login', '/no/such/page']) {
    const page = await request.get(path);
    expect.soft(await page.text(), path).not.toContain('origin.invalid');
    const data = await flightOf(request, path);
    expect.soft(data.toString('latin1'), `RSC payload of ${path}`).not.toContain('origin.invalid');
    expect.soft(() => walkRows(data), `RSC payload of ${path}`).not.toThrow();
  }
  for (const path of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/.well-known/security.txt'])
    expect.soft(await (await request.get(path)).text(), path).not.toContain('origin.invalid');
});

test('returns 304 for an unchanged page', async ({ request }) => {
  const { etag = '' } = (await request.get('/pricing')).headers();
  test.skip(!etag, 'a development server sends no ETag');
  expect((await request.get('/pricing', { headers: { 'if-none-match': etag } })).status()).toBe(304);
});

test('lists the public pages in the sitemap, and disallows private ones in robots.txt', async ({ request }) => {
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('application/xml');
  const addresses = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual([...publicPages, ...requestedPages].map(here));
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  const lines = (await robots.text()).split('\n');
  expect(lines).toContain(`Sitemap: ${here('/sitemap.xml')}`);
  const forbidden = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10));
  const isForbidden = (path: string) => forbidden.some((start) => path.startsWith(start));
  expect([...publicPages, '/login', '/_next/static/x.js', '/userstatus'].filter(isForbidden)).toEqual([]);
  for (const path of ['/dashboard', '/admin/keys', '/api/storage/keys', '/oauth2/authorize', '/buy?micro=1', '/logout'])
    expect.soft(isForbidden(path), path).toBe(true);
  for (const path of ['/billing', '/verify-email?token=x', '/reset-password?token=x', '/account'])
    expect.soft(isForbidden(path), path).toBe(true);
});

test('excludes private pages and the 404 page from indexing', async ({ callAs }) => {
  for (const path of ['/login', '/verify-email', '/reset-password', '/no/such/page'])
    expect.soft(isIndexed(await get(path)), path).toBe(false);
  const subscriber = await callAs('subscriber');
  for (const path of ['/dashboard', '/billing/return?session_id=cs_test_unknown']) {
    const answer = await subscriber.send(path);
    expect.soft(answer.status, path).toBe(200);
    expect.soft(isIndexed(readHtml(answer.text)), path).toBe(false);
  }
});

test('gives search engines the prices, and no reviews', async () => {
  for (const path of ['/', '/pricing']) {
    const things = thingsIn(await get(path));
    expect(things.map((thing) => thing['@type'])).toEqual(['Organization', 'Product', 'Product', 'Product']);
    expect(things[0]).toMatchObject({ url: here('/') });
    expect(things[2]).toMatchObject({
      name: 'Rspamd Premium Starter',
      offers: [
        { price: '25.00', priceCurrency: 'GBP', url: here('/pricing') },
        { price: '285.00', priceCurrency: 'GBP', url: here('/pricing') },
      ],
    });
    expect(JSON.stringify(things)).not.toMatch(/review|rating|Mail administrator/i);
  }
  expect(thingsIn(await get('/privacy')), 'a page without prices').toEqual([]);
});

test('serves the preview image as a PNG of 1200 × 630', async ({ request }) => {
  const picture = await request.get(meta(await get('/'), 'og:image') ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  expect(sizeOfPng(await picture.body())).toEqual([1200, 630]);
});

test('serves icons for tabs, bookmarks and home screens', async ({ request }) => {
  const html = await get('/');
  const icons = [...html.matchAll(/<link rel="icon" href="([^"]*)"/g)].map(([, href]) => href);
  expect(icons).toEqual([expect.stringMatching(/^\/favicon\.ico/), expect.stringMatching(/^\/icon\.svg/)]);
  expect((await request.get('/icon.svg')).headers()['content-type']).toContain('image/svg+xml');
  const ico = await (await request.get('/favicon.ico')).body();
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + index * 16]);
  expect([ico.readUInt16LE(2), ...sizes], 'type and sizes').toEqual([1, 16, 32, 48]);
  const touch = attribute(html, 'link', { rel: 'apple-touch-icon' }, 'href');
  expect(sizeOfPng(await (await request.get(touch ?? '')).body())).toEqual([180, 180]);
});

test('serves a manifest with the site’s name and existing icons', async ({ request }) => {
  const answer = await request.get(attribute(await get('/'), 'link', { rel: 'manifest' }, 'href') ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { name: string; start_url: string; icons: { src: string; type: string }[] };
  expect(manifest).toMatchObject({ name: 'Rspamd Premium', start_url: '/', theme_color: expect.stringMatching(/^#/) });
  expect(manifest.icons).toHaveLength(2);
  for (const { src, type } of manifest.icons)
    expect((await request.get(src)).headers()['content-type'], src).toContain(type);
});

test('serves a security.txt with a contact, valid for less than a year (RFC 9116)', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({
    Contact: expect.stringMatching(/^mailto:.+@.+/),
    Canonical: here('/.well-known/security.txt'),
  });
  const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / DAY;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

/** A page's RSC payload, as a client-side navigation fetches it. */
async function flightOf(request: APIRequestContext, path: string): Promise<Buffer> {
  const answer = await request.get(path, { headers: { rsc: '1' } });
  return answer.body();
}

/** Walks the rows of React's stream (`id:json\n`, `id:Tlength,text`). Throws if a length is wrong. */
function walkRows(data: Buffer) {
  for (let at = 0; at < data.length;) {
    const [head, length] = /^[0-9a-f]*:(?:T([0-9a-f]+),)?/.exec(data.toString('latin1', at, at + 40)) ?? [];
    if (head === undefined) throw new Error(`No row begins at ${at}: ${data.toString('latin1', at, at + 40)}`);
    at = length ? at + head.length + Number.parseInt(length, 16) : data.indexOf('\n', at) + 1;
    if (at === 0) throw new Error('A row has no end');
  }
}

const sizeOfPng = (png: Buffer) =>
  png.toString('latin1', 1, 4) === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : null;
