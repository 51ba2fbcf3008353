import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setEnteredHosts } from '#lib/base/settings/contacts.ts';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { noBuild, readBuild } from './build.ts';

const page = (servers: string) => `<p>${servers}</p><script>push("${servers}")</script>`;

test('serves prerendered pages with hosts entered after the start, and permits their inline scripts', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'build-'));
  onTestFinished(() => {
    setEnteredHosts({});
    rmSync(root, { recursive: true });
  });
  const folder = path.join(root, '.next');
  mkdirSync(path.join(folder, 'server/app'), { recursive: true });
  mkdirSync(path.join(folder, 'static'));
  const routes = { '/setup': { initialRevalidateSeconds: false } };
  writeFileSync(path.join(folder, 'prerender-manifest.json'), JSON.stringify({ routes }));
  writeFileSync(path.join(folder, 'app-path-routes-manifest.json'), '{}');
  for (const name of ['setup', '_not-found'])
    writeFileSync(path.join(folder, `server/app/${name}.html`), page('fuzzyServers.setting.invalid'));

  const build = noBuild();
  await readBuild(build, root);
  const servedBody = () => build.ready.get('/setup')?.bodies.identity?.toString();
  const etag = build.ready.get('/setup')?.etag;
  expect(servedBody()).toContain(`<p>${localContacts.fuzzyServers}</p>`);
  expect(setEnteredHosts({ fuzzyServers: 'a.test:11335' })).toBe(true);
  expect(setEnteredHosts({ fuzzyServers: 'a.test:11335' }), 'the same hosts').toBe(false);
  await readBuild(build, root);
  expect(servedBody()).toContain('<p>a.test:11335</p>');
  expect(build.ready.get('/setup')?.etag).not.toBe(etag);
  const hashes = inlineScriptHashes(page('a.test:11335'));
  expect(build.inlineHashes).toEqual(hashes);

  setEnteredHosts({});
  await readBuild(build, root);
  expect(servedBody(), 'the settings are the default').toContain(localContacts.fuzzyServers);
});
