import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { HttpClient } from '../support/http-client.ts';
import { readHtml, textOf } from '../support/html.ts';
import { stack } from '../support/stacks/stack.ts';

const get = (path: string) => new HttpClient(stack.baseUrl).send(path);

test('shows the 404 page, with header, footer and a link home, for an unknown path', async () => {
  const answer = await get('/no/such/page');
  const html = readHtml(answer.text);
  expect(answer.status).toBe(404);
  expect(textOf(html, 'h1')).toBe('Oops! Page not found');
  expect(textOf(html, 'header')).toContain('Pricing');
  expect(textOf(html, 'footer')).toContain('Contact');
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/);
});

test('shows the request id and a link to the plans for an invalid /buy link', async () => {
  const answer = await get('/buy?micro=1&small=1');
  const html = readHtml(answer.text);
  expect(answer.status).toBe(400);
  expect(textOf(html, 'h1')).not.toBe('');
  expect(textOf(html, 'main')).toContain(answer.headers.get('x-request-id') ?? 'no request id');
  expect(html).toMatch(/<a [^>]*href="\/pricing"[^>]*>Back to the plans<\/a>/);
});

test('shows an error page when rendering fails, and recovers with "Try again"', async ({ page }) => {
  await page.goto('/login');
  await page.route('/login/email', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: {} }),
  );
  const ceil = await page.evaluateHandle(() => Math.ceil); // showing a 429 calls Math.ceil, which is broken below
  await page.evaluate(() => {
    Math.ceil = () => {
      throw new Error('made by a test');
    };
  });
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
  await ceil.evaluate((original) => {
    Math.ceil = original;
  });
  await expect(page.getByRole('banner')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, ['color-contrast']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Access Premium' })).toBeVisible();
});
