import { site } from '#lib/base/settings/site.ts';
import { fuzzyCheckConfig } from '#lib/fuzzy-keys/setup/client-config.ts';
import { features } from '#lib/marketing/features.ts';
import { headline } from '#lib/marketing/texts.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectNoSidewaysScroll } from '../support/browser/page.ts';

test('shows its sections in the fixed order, with their facts and links', async ({ page }) => {
  const problems = collectErrors(page);
  const answered = page.waitForResponse('**/userstatus');
  await page.goto('/');

  await test.step('has its headings and anchors in order', async () => {
    const sections = page.locator('main section');
    await expect(sections.locator('h1, h2')).toHaveText([
      headline,
      'What’s included',
      'Built on open source',
      'Plans and prices',
      'From people who run it',
      'Connected with one command.',
    ]);
    const ids = await sections.evaluateAll((all) => all.map(({ id }) => id).filter(Boolean));
    expect(ids).toEqual(['features', 'opensource', 'pricing', 'testimonials']);
    const levels = await page
      .locator(':is(h1, h2, h3, h4):visible')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1));
  });

  await test.step('has a target for every in-page link', async () => {
    const targets = await page
      .locator('a[href^="#"], a[href^="/#"]')
      .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).hash))]);
    expect(targets.length).toBeGreaterThan(4);
    for (const target of targets) await expect(page.locator(target), target).toHaveCount(1);
  });

  await test.step('shows three claims in the hero', async () => {
    const hero = page.locator('main section').first();
    await expect(hero.getByRole('term')).toHaveText(['enterprise users', 'open source users', 'messages per second']);
    await expect(hero.getByRole('definition')).toHaveText(['100+', '100k+', '~100']);
    await expect(hero.getByRole('link', { name: 'See prices' })).toHaveAttribute('href', '#pricing');
  });

  await test.step('names the first plan that includes each of the nine features', async () => {
    const section = page.locator('#features');
    const names = features.map(({ name }) => name);
    await expect(section.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText(names);
    for (const [plan, first, end] of [
      ['Every plan', 0, 3],
      ['From Starter', 3, 4],
      ['From Scale', 4, 5],
      ['Enterprise', 5, 9],
    ] as const)
      await expect(section.getByRole('list', { name: plan }).getByRole('heading')).toHaveText(names.slice(first, end));
  });

  await test.step('shows the configuration as the product generates it', async () => {
    const listing = page.getByRole('figure', { name: '/etc/rspamd/local.d/fuzzy_check.conf' }).locator('code');
    const shown = (await listing.textContent()) ?? '';
    expect(shown).toContain('encryption_key = "YOUR_API_KEY";');
    expect(shown).toContain('flag = 8;');
    expect(fuzzyCheckConfig('YOUR_API_KEY', localContacts)).toContain(shown);
    expect(shown.split('{')).toHaveLength(shown.split('}').length);
  });

  await test.step('shows the open source facts', async () => {
    const section = page.getByRole('region', { name: 'Built on open source' });
    await expect(section.getByRole('term')).toHaveText(['contributors', 'stars', 'first released']);
    await expect(section.getByRole('definition')).toHaveText(['20+', '2,200+', '2008']);
    await expect(section.getByRole('link')).toHaveAttribute('href', site.links.source);
  });

  await test.step('shows the footer’s columns and social links', async () => {
    const footer = page.getByRole('contentinfo');
    for (const column of ['Product', 'Resources', 'Company'])
      await expect(footer.getByRole('navigation', { name: column }).getByRole('link')).not.toHaveCount(0);
    for (const { name, href } of site.links.social)
      await expect(footer.getByRole('link', { name: `Rspamd on ${name}`, exact: true })).toHaveAttribute('href', href);
  });

  await test.step('opens the sign-up from the hero and from the closing call to action', async () => {
    const hero = page.locator('main section').first();
    const closing = page.getByRole('region', { name: 'Connected with one command.' });
    await expect(closing.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
      'href',
      site.links.documentation,
    );
    const dialog = page.getByRole('dialog', { name: 'Access Premium' });
    for (const section of [hero, closing]) {
      await section.getByRole('link', { name: 'Get Started' }).click();
      await expect(dialog.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

  // /userstatus answers a visitor with 200, because browsers report each 401 in the console (P1). They report CSP
  // violations there, too (S36).
  expect((await answered).status()).toBe(200);
  expect(problems).toEqual([]);
});

test('animates the hero’s drawing once, but not with reduced motion, and cuts off none of its texts', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/')).text(), 'in the initial HTML').toContain('<title id="shingles-title">');
  const drawing = page.getByRole('img', { name: /cut into overlapping groups of three words/ });
  const movements = () =>
    drawing.evaluate((svg) => svg.getAnimations({ subtree: true }).map((one) => one instanceof CSSAnimation));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  expect((await movements()).length).toBeGreaterThan(6);
  const repeats = await drawing.evaluate((svg) =>
    svg.getAnimations({ subtree: true }).filter((one) => one.effect?.getTiming().iterations !== 1),
  );
  expect(repeats).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await movements()).toEqual([]);
  await expect(drawing.getByText('5 of 6 known')).toBeVisible();

  await page.setViewportSize({ width: 640, height: 450 }); // 200% zoom
  await expectNoSidewaysScroll(page);
  const overflows = await drawing.evaluate((svg: SVGSVGElement) => {
    const { left, right } = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().left < left - 1 || text.getBoundingClientRect().right > right + 1)
      .map((text) => text.textContent);
  });
  expect(overflows).toEqual([]);
});

test('cuts a pasted message into groups of words in the browser, and sends nothing', async ({ page, context }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Try it with your own message' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeFocused();

  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  // Loading the tool needed the network; using it does not.
  await context.setOffline(true);
  await page.keyboard.insertText(`Your invoice ${'is waiting for you in the customer area of our shop '.repeat(2)}`);
  const tool = page.getByRole('region', { name: 'Try it with your own message' });
  await expect(tool.getByRole('listitem').first()).toHaveText('your invoice is');
  const outcome = tool.getByRole('status');
  await expect(outcome).toHaveText(/Not recognised/);
  await page.getByRole('button', { name: 'Compare with this text' }).click();
  await expect(outcome).toHaveText(/Recognised.*32 of 32/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /cut into overlapping groups of three words/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try it with your own message' })).toBeFocused();
  expect(requests).toEqual([]);
});
