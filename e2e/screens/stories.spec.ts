/**
 * The catalogue of states: every story of the components, without an axe violation and without horizontal scrolling on
 * a phone in the light theme, and with enough contrast in the dark one. axe.spec.ts visits the pages that they are
 * parts of, and what opens on a click.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Page } from '@playwright/test';
import { root } from '#dev/stack/folders.ts';
import { expect, test } from '../fixtures.ts';
import { emulate, expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

declare global {
  /** The title of a file of stories, and the names of its exports. */
  var storiesOf: (file: string) => { title: string; names: string[] };
  /** Shows a story, and waits for its answers. */
  var showStory: (file: string, name: string) => Promise<void>;
}

const PHONE = { width: 360, theme: 'light', name: '' } as const;
const FILES = globSync('{app,components,emails}/**/*.stories.tsx', { cwd: root }).toSorted();
/** One test for each part, which loads the stories once. */
const PARTS = Object.groupBy(
  FILES,
  (file) => /^(app\/\(account\)|app\/admin|components\/ui)\//.exec(file)?.[1] ?? 'the rest',
);
const SITE = '/stories/';

/** What the browser runs. As in Storybook, each exported function is a story. */
const ENTRY = `
import { createRoot } from 'react-dom/client';
${FILES.map((file, index) => `import * as file${index} from './${file}';`).join('\n')}
const files = { ${FILES.map((file, index) => `'${file}': file${index}`).join(', ')} };
let root;
globalThis.storiesOf = (file) => {
  const { default: meta, ...stories } = files[file];
  return { title: meta.title, names: Object.keys(stories) };
};
globalThis.showStory = async (file, name) => {
  root?.unmount();
  history.replaceState(null, '', '${SITE}');
  const Story = files[file][name];
  root = createRoot(document.getElementById('root'));
  root.render(<Story />);
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
};
`;

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
let answers: Record<string, { contentType: string; body: string }>;
test.beforeAll(async () => {
  const { script, styles } = await bundle();
  answers = {
    '': { contentType: 'text/html', body: await documentOfStories() },
    'all.js': { contentType: 'text/javascript', body: script },
    'all.css': { contentType: 'text/css', body: styles },
  };
});

for (const [part, files = []] of Object.entries(PARTS))
  test(`passes axe and fits the width: the stories of ${part}`, async ({ page }) => {
    await page.route(`**${SITE}*`, (route) => route.fulfill(answers[route.request().url().split(SITE)[1] ?? '']));
    await emulate(page, PHONE);
    await page.goto(SITE);
    for (const file of files) {
      const { title, names } = await page.evaluate((name) => globalThis.storiesOf(name), file);
      expect(title).toMatch(/^[a-z-]+\/[A-Z]/);
      for (const name of names) await test.step(`${title}: ${name}`, () => look(page, file, name));
    }
  });

async function look(page: Page, file: string, name: string): Promise<void> {
  await page.evaluate(([from, story]) => globalThis.showStory(from, story), [file, name] as const);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'of parts');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** With the styles and fonts of the product's pages. */
async function documentOfStories(): Promise<string> {
  const home = await (await fetch(stack.baseUrl)).text();
  const [, fonts = ''] = /<html[^>]* class="([^"]*)"/.exec(home) ?? [];
  const styles = home.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  expect(styles.length, 'style sheets of the home page').toBeGreaterThan(0);
  return `<!doctype html><html lang="en" class="${fonts}"><head><title>Stories</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">${styles.join('')}
    <link rel="stylesheet" href="${SITE}all.css"></head>
    <body class="flex min-h-dvh flex-col font-sans text-base"><div id="root" class="flex-1"></div>
    <script type="module" src="${SITE}all.js"></script></body></html>`;
}

/** No story calls a module of Node.js. */
const WITHOUT_NODE: Plugin = {
  name: 'without Node.js',
  setup: (on) => {
    on.onResolve({ filter: /^node:/ }, ({ path: name }) => ({ path: name, namespace: 'node' }));
    on.onLoad({ filter: /.*/, namespace: 'node' }, () => ({ contents: 'module.exports = {}' }));
  },
};

async function bundle(): Promise<{ script: string; styles: string }> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'tsx' },
    alias: { 'next/navigation': path.join(root, 'components/stories/next-navigation.ts') },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    plugins: [WITHOUT_NODE],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'unused',
    format: 'esm',
    jsx: 'automatic',
  });
  const made = (end: string) => outputFiles.find(({ path: file }) => file.endsWith(end))?.text ?? '';
  return { script: made('.js'), styles: made('.css') };
}
