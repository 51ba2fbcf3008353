import { expect, test } from 'vitest';
import { scriptsAfterPaint } from './public-pages.ts';

const script = (name: string) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`;
const PRELOAD = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/>';
const FONT = '<link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin="" type="font/woff2"/>';
const INLINE = '<script>theme()</script>';
const POLYFILLS = '<script src="/_next/static/chunks/old.js" noModule=""></script>';

test('starts all scripts in order from one script at the end of the page (P1)', () => {
  const body = `<body><p>Text</p>${INLINE}`;
  const html = scriptsAfterPaint(
    `<head>${FONT}${PRELOAD}${script('a')}${script('b')}${POLYFILLS}</head>${body}</body></html>`,
  );
  const [before, starter] = html.split(body);
  expect(before).toBe(`<head>${FONT}${POLYFILLS}</head>`);
  expect(starter).toMatch(
    /^<script>\(.*\)\(\["\/_next\/static\/chunks\/a\.js","\/_next\/static\/chunks\/b\.js"\]\)<\/script><\/body><\/html>$/,
  );
});

test('leaves a page without scripts, and a text that is not a page, unchanged', () => {
  for (const html of [`<head>${POLYFILLS}</head><body>${INLINE}</body>`, script('a'), ''])
    expect(scriptsAfterPaint(html)).toBe(html);
});

test('escapes a URL so that it cannot end the script', () => {
  expect(scriptsAfterPaint(`<body>${script('</script>')}</body>`).match(/<\/script>/g)).toHaveLength(1);
});
