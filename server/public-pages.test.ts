import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { createPublicPages, type PageForm } from './public-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
const SEGMENTS = ['/_tree', '/!KG1hcmtldGluZyk/pricing/__PAGE__'];
let setting = 'a.example';
let asked: string[] = [];
let status = 200;

/** Answers as Next does: what was built, until a page is rendered again. */
const rendered = new Map<string, string>();
const next: RequestListener = (req, res) => {
  const { headers, url = '' } = req;
  const pathname = url.split('?')[0] ?? '';
  const segment = headers['next-router-segment-prefetch'];
  const form = headers.rsc === undefined ? 'html' : String(segment ?? 'rsc');
  asked.push([headers['x-prerender-revalidate'], pathname, form].join(' ').trim());
  if (headers.rsc && !url.includes('_rsc')) return void res.writeHead(307, { location: `${url}?_rsc=x` }).end();
  if (headers['x-prerender-revalidate'] === 'secret') rendered.set(pathname, setting);
  res.setHeader('content-type', headers.rsc ? 'text/x-component' : 'text/html; charset=utf-8');
  res.setHeader('vary', 'rsc');
  res.setHeader('x-nextjs-stale-time', '300');
  res.setHeader('x-nextjs-cache', 'HIT');
  const content = `${form} ${rendered.get(pathname) ?? 'build.invalid'}`;
  res.writeHead(pathname === '/_not-found' ? 404 : status).end(`${content}<script>${content}</script>`);
};

beforeAll(() => {
  mkdirSync(path.join(folder, 'server/app'), { recursive: true });
  const never = { initialRevalidateSeconds: false };
  const routes = {
    ...{ '/': never, '/pricing': never, '/_not-found': never, '/icon.svg': never },
    '/news': { initialRevalidateSeconds: 60 },
  };
  const manifest = { routes, preview: { previewModeId: 'secret' } };
  writeFileSync(path.join(folder, 'prerender-manifest.json'), JSON.stringify(manifest));
  for (const name of ['index', 'pricing', 'news', '_not-found'])
    writeFileSync(path.join(folder, `server/app/${name}.meta`), JSON.stringify({ segmentPaths: SEGMENTS }));
  writeFileSync(path.join(folder, 'server/app/icon.svg.meta'), JSON.stringify({ status: 200 }));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  asked = [];
  status = 200;
  setting = 'a.example';
});

const start = () => createPublicPages(folder, next);
const of = (headers: Record<string, string> = {}) => ({ headers }) as IncomingMessage;
const RSC = { rsc: '1' };
const segment = (name: string) => ({ ...RSC, 'next-router-prefetch': '1', 'next-router-segment-prefetch': name });
const bodyOf = async (form: PageForm | null) => String((await form?.make())?.bodies.identity);

test('renders a page at its first use with the settings of this process, and keeps it', async () => {
  const pages = start();
  expect(pages.find('/pricing', '', of())?.made).toBeUndefined();
  const made = await pages.find('/pricing', '', of())?.make();
  expect(made).toMatchObject({
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'rsc',
      'x-nextjs-stale-time': '300',
    },
    inlineHashes: inlineScriptHashes('<script>html a.example</script>'),
  });
  expect(made?.headers).not.toHaveProperty('x-nextjs-cache');
  expect(String(made?.bodies.identity)).toContain('html a.example');
  expect(pages.find('/pricing', 'billing=yearly', of())?.made).toBe(made);
  expect(asked).toEqual(['secret /pricing html']);
});

test('renders a page once for all requests that come in the meantime, and its navigation data with the same settings', async () => {
  const pages = start();
  const forms = [of(), of(), of(RSC), of(segment('/_tree')), of(segment(SEGMENTS[1] ?? ''))];
  const bodies = await Promise.all(forms.map((req) => bodyOf(pages.find('/', '_rsc=1', req))));
  expect(bodies.every((body) => body.includes('a.example'))).toBe(true);
  expect(asked.filter((each) => each.startsWith('secret'))).toEqual(['secret / html']);
  expect(await bodyOf(pages.find('/', '_rsc=1', of(RSC)))).toMatch(/^rsc a\.example/);
  expect(await bodyOf(pages.find('/', '_rsc=1', of(segment('/_tree'))))).toMatch(/^\/_tree a\.example/);
});

test('renders again after a change of the settings, and returns the hashes of the not-found page of now', async () => {
  const pages = start();
  expect(await pages.refresh()).toEqual(inlineScriptHashes('<script>html a.example</script>'));
  const before = await pages.find('/', '', of())?.make();
  setting = 'b.example';
  expect(await pages.refresh()).toEqual(inlineScriptHashes('<script>html b.example</script>'));
  expect(pages.find('/', '', of())?.made).toBeUndefined();
  const after = await pages.find('/', '', of())?.make();
  expect(String(after?.bodies.identity)).toContain('b.example');
  expect(after?.etag).not.toBe(before?.etag);
});

test('keeps a page that does not exist with these settings as a 404', async () => {
  const pages = start();
  status = 404;
  const made = await pages.find('/pricing', '', of())?.make();
  expect(made).toMatchObject({ status: 404 });
  expect(pages.find('/pricing', '', of())?.made).toBe(made);
});

test('throws when Next cannot render a page, and tries again for the next request', async () => {
  const pages = start();
  status = 500;
  await expect(pages.find('/', '', of())?.make()).rejects.toThrow('Next answered 500 for /');
  status = 200;
  expect(await bodyOf(pages.find('/', '', of()))).toContain('a.example');
});

test.each([
  ['navigation data whose URL does not say so', '/pricing', '', RSC],
  ['a segment that the page does not have', '/pricing', '_rsc=1', segment('/other')],
  ['a page that is revalidated', '/news', '', {}],
  ['the not-found page', '/_not-found', '', {}],
  ['a route that is not a page', '/icon.svg', '', {}],
  ['an unknown path', '/nothing', '', {}],
  ['a path with a trailing slash', '/pricing/', '', {}],
])('leaves %s to Next', (_what, pathname, query, headers) =>
  expect(start().find(pathname, query, of(headers as Record<string, string>))).toBeNull(),
);
