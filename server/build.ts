import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { themeScript } from '#lib/base/theme.ts';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { periodScript } from '#lib/marketing/period-script.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';
import { readStaticFiles, type StaticResponses } from './static-responses.ts';
import { createRouteTable } from './unknown-path.ts';

/** The data from Next's build that the web process needs. */
export type Build = {
  /** The served routes; null in development, where routes change and Next itself answers unknown paths. */
  routes: ReturnType<typeof createRouteTable> | null;
  /** Scripts and stylesheets. */
  files: StaticResponses;
  /** null in development */
  pages: PublicPages | null;
  /** CSP hashes for all other responses: of the inline scripts that any page may contain. */
  inlineHashes: string[];
};

/** Reads the build in `root`/.next. `handle` is Next's request handler. */
export function readBuild(root: string, handle: RequestListener): Build {
  const folder = path.join(root, '.next');
  return {
    routes: createRouteTable(readBuiltRoutes(folder)),
    files: readStaticFiles(folder),
    pages: createPublicPages(folder, handle),
    inlineHashes: errorPageHashes(folder),
  };
}

/**
 * Before Next answers its first request, and after a change of the settings: forgets the pages, and allows the scripts of
 * the new not-found page.
 */
export async function refreshPages(build: Build, root: string): Promise<void> {
  if (!build.pages) return;
  const hashes = await build.pages.refresh();
  build.inlineHashes = [...new Set([...errorPageHashes(path.join(root, '.next')), ...hashes])];
}

/** An empty build: all that there is in development, where Next serves every page itself. */
export const noBuild = (): Build => ({
  routes: null,
  files: new Map(),
  pages: null,
  inlineHashes: inlineScriptHashes(`<script>${themeScript}</script><script>${periodScript}</script>`),
});

/** Next's list of the routes in the build. */
function readBuiltRoutes(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(folder, 'app-path-routes-manifest.json'), 'utf8')) as Record<string, string>;
}

/** The hashes of the inline scripts in the error pages of the build, which contain no settings. */
const errorPageHashes = (folder: string): string[] =>
  globSync('server/app/_*error.html', { cwd: folder }).flatMap((file) =>
    inlineScriptHashes(readFileSync(path.join(folder, file), 'utf8')),
  );
