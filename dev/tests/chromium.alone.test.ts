import * as files from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const from = vi.hoisted(() => ({ apt: [] as string[], playwright: 0, npm: '' }));
vi.mock('node:fs', async (load) => ({ ...(await load<typeof files>()), existsSync: vi.fn(() => false) }));
vi.mock('./apt.ts', () => ({ installPackages: async (name: string) => void from.apt.push(name) }));
vi.mock('./capture.ts', () => ({ capture: async () => ((from.playwright += 1), { code: 1, output: '' }) }));
vi.mock('./npm-chromium.ts', () => ({
  chromiumFromNpm: async () => {
    if (!from.npm) throw new Error('the registry does not answer');
    return from.npm;
  },
}));
const { provideChromium } = await import('./chromium.ts');

beforeEach(() => {
  Object.assign(from, { apt: [], playwright: 0, npm: '' });
  vi.stubEnv('CHROMIUM_PATH', undefined);
});

test.each(['headless', 'whole'] as const)(
  'takes the %s browser from npm where neither the system nor Playwright has one',
  async (kind) => {
    from.npm = '/cache/browser';
    expect(await provideChromium(kind)).toBe('/cache/browser');
    expect([from.apt.at(-1), from.playwright]).toEqual(['chromium', 1]);
    expect(vi.mocked(files.existsSync)).toHaveBeenCalled();
  },
);

test('says why in one line, with the command for root, if npm has none either', async () => {
  await expect(provideChromium()).rejects.toThrow(
    /^Chromium is missing and could not be installed \(the registry does not answer\)\. Run as root: apt-get .*$/,
  );
});
