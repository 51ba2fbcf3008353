import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fontsOf } from './html-page.ts';

test('names the font files of the build, and none without a build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(fontsOf(folder).markup).toBe('');
  const media = path.join(folder, '.next/static/media');
  mkdirSync(media, { recursive: true });
  for (const name of ['geist_english-s.p.1a', 'geist_latin.2b', 'geist_mono_english.p.3c'])
    writeFileSync(path.join(media, `${name}.woff2`), '');
  const { markup } = fontsOf(folder);
  expect(markup).toContain("'Geist';src:url(/_next/static/media/geist_english-s.p.1a.woff2)");
  expect(markup).toContain("'Geist Mono';src:url(/_next/static/media/geist_mono_english.p.3c.woff2)");
  expect(markup).not.toContain('latin');
});
