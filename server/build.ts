import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { themeScript } from '#lib/base/theme.ts';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { copySettings, withSettings } from '#lib/http/public-origin.ts';
import { periodScript } from '#lib/marketing/period-script.ts';
import { readPrerenderedPages, readStaticFiles, type StaticResponses } from './static-responses.ts';
import { createRouteTable } from './unknown-path.ts';

/** The data from Next's build that the web process needs. */
export type Build = {
  /** The served routes; null in development, where routes change and Next itself answers unknown paths. */
  routes: ReturnType<typeof createRouteTable> | null;
  /** Prerendered pages and static files, which are served without Next. */
  ready: StaticResponses;
  /** CSP hashes for all other responses: of the inline scripts that any page may contain. */
  inlineHashes: string[];
};

/**
 * Reads the build in `root`/.next into `build`. Later calls, after a change of the settings, only fill the settings into
 * the pages again.
 */
export async function readBuild(build: Build, root: string): Promise<void> {
  const folder = path.join(root, '.next');
  const pages = await readPrerenderedPages(folder, copySettings(), build.ready);
  build.ready = new Map([...(build.routes ? build.ready : readStaticFiles(folder)), ...pages]);
  build.inlineHashes = scriptHashesOfAnyPage(folder);
  build.routes ??= createRouteTable(readBuiltRoutes(folder));
}

/** An empty build: all that there is in development, where Next serves every page itself. */
export const noBuild = (): Build => ({
  routes: null,
  ready: new Map(),
  inlineHashes: inlineScriptHashes(`<script>${themeScript}</script><script>${periodScript}</script>`),
});

/** Next's list of the routes in the build. */
function readBuiltRoutes(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(folder, 'app-path-routes-manifest.json'), 'utf8')) as Record<string, string>;
}

/** The hashes of the inline scripts in the not-found and error pages, the theme's script included. */
function scriptHashesOfAnyPage(folder: string): string[] {
  const settings = copySettings();
  const pageIn = (file: string) => withSettings(readFileSync(path.join(folder, file), 'utf8'), settings);
  const files = globSync('server/app/_*.html', { cwd: folder });
  return [...new Set(files.flatMap((file) => inlineScriptHashes(pageIn(file))))];
}
