import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contacts, setEnteredHosts } from '#lib/base/settings/contacts.ts';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { readBuild, refreshPages } from './build.ts';

const script = (text: string) => `<script>push("${text}")</script>`;

test('permits the inline scripts of the error pages, and of the not-found page with hosts entered after the start', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'build-'));
  onTestFinished(() => {
    setEnteredHosts({});
    rmSync(root, { recursive: true });
  });
  const folder = path.join(root, '.next');
  mkdirSync(path.join(folder, 'server/app'), { recursive: true });
  mkdirSync(path.join(folder, 'static'));
  const manifest = { routes: {}, preview: { previewModeId: 'x' } };
  writeFileSync(path.join(folder, 'prerender-manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'app-path-routes-manifest.json'), '{}');
  writeFileSync(path.join(folder, 'server/app/_global-error.html'), script('error'));

  const build = readBuild(root, (_req, res) => void res.end(script(contacts().fuzzyServers)));
  expect(build.inlineHashes).toEqual(inlineScriptHashes(script('error')));
  await refreshPages(build, root);
  expect(build.inlineHashes).toEqual(inlineScriptHashes(script('error') + script(contacts().fuzzyServers)));
  expect(setEnteredHosts({ fuzzyServers: 'a.test:11335' })).toBe(true);
  expect(setEnteredHosts({ fuzzyServers: 'a.test:11335' }), 'the same hosts').toBe(false);
  await refreshPages(build, root);
  expect(build.inlineHashes).toEqual(inlineScriptHashes(script('error') + script('a.test:11335')));
});
