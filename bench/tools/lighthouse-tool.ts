/** Lighthouse, installed at first use: it is large, and only this measurement needs it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { capture } from '#dev/tests/capture.ts';
import { provideChromium } from '#dev/tests/chromium.ts';

export type Audit = { score: number | null; title: string; displayValue?: string; details?: { items?: unknown } };
export type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

const VERSION = '13.5.0';
const FOLDER = path.join(root, 'node_modules/.cache/lighthouse');
const TOOL = path.join(FOLDER, 'node_modules/lighthouse');
/** Chromium sometimes produces no usable trace (NO_NAVSTART). */
const ATTEMPTS = 3;
const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';

/** One run as a phone with simulated throttling. Throws after three failed attempts. */
export async function runLighthouse(url: string, categories: readonly string[]): Promise<Report> {
  await ensureLighthouse();
  const file = path.join(FOLDER, 'report.json');
  const options = {
    'only-categories': categories.join(','),
    'form-factor': 'mobile',
    'throttling-method': 'simulate',
    'chrome-flags': CHROME_FLAGS,
    output: 'json',
    'output-path': file,
  };
  const args = [url, '--quiet', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)];
  const env = { ...process.env, CHROME_PATH: await provideChromium('whole') };
  for (let attempt = 1; ; attempt++) {
    const { code, output } = await capture(process.execPath, [path.join(TOOL, 'cli/index.js'), ...args], { env });
    if (!code) return JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (attempt === ATTEMPTS) throw new Error(`Lighthouse on ${url}:\n${output}`);
  }
}

async function ensureLighthouse(): Promise<void> {
  if (installedVersion() === VERSION) return;
  console.log(`▸ Installing Lighthouse ${VERSION}`);
  mkdirSync(FOLDER, { recursive: true });
  // Under `npm run`, use the npm that started us, which is a Node.js script.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const [program, ...before] = cli ? [node ?? process.execPath, cli] : ['npm'];
  const args = ['install', '--prefix', FOLDER, '--no-save', '--no-audit', '--no-fund', `lighthouse@${VERSION}`];
  const { code, output } = await capture(program ?? 'npm', [...before, ...args]);
  if (code) throw new Error(`Lighthouse could not be installed:\n${output}`);
}

function installedVersion(): string | undefined {
  const file = path.join(TOOL, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}
