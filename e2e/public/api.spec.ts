import { published } from '#lib/http/openapi/published.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, LOOKS, watch, wear } from '../support/page.ts';
import { stack } from '../support/stack.ts';

const summaryOf = (path: string) => published.paths[path]?.get?.summary ?? '';

test('the OpenAPI document is public, may be kept, and is the one that the page shows', async ({ request, page }) => {
  const answer = await request.get('/api/openapi.json');
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
  });
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(published)));
  await page.goto('/api');
  await expect(page.getByRole('link', { name: 'the OpenAPI 3.1 document' })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
});

test('a call opens with its parameters, its answer and a command to copy', async ({ page }) => {
  const problems = watch(page);
  await page.goto('/api');
  const usage = page.getByRole('region', { name: 'Usage', exact: true });
  await usage.getByText(summaryOf('/usagegraph/{period}'), { exact: true }).click();
  const call = usage.getByRole('group').filter({ hasText: '/usagegraph/{period}' });
  await expect(call.getByText('in the path; 24h, 168h or 720h')).toBeVisible();
  await expect(call.getByRole('region', { name: 'Answer 200 of GET /usagegraph/{period}' })).toContainText('"xAxis"');
  await expect(call.getByText(`curl -b cookies.txt ${stack.baseUrl}/usagegraph/24h`)).toBeVisible();
  expect(problems).toEqual([]);
});

test("admins' calls stand on a page of their own", async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByText(summaryOf('/admin/api/users'), { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'a page of its own' }).click();
  await expect(page.getByRole('heading', { name: 'API for admins' })).toBeVisible();
  await expect(page.getByText(summaryOf('/admin/api/users'), { exact: true })).toBeVisible();
});

for (const look of LOOKS)
  for (const path of ['/api', '/api/admin'])
    test(`${path} at ${look.name}: nothing scrolls sideways with everything open, axe finds nothing`, async ({
      page,
    }) => {
      await wear(page, look);
      await page.goto(path);
      await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
      await expectNoSidewaysScroll(page);
      // All calls are made of the same parts: axe looks at two of each kind of request, because it takes its time.
      await page.evaluate(() => {
        const seen = new Map<string, number>();
        for (const each of document.querySelectorAll('details')) {
          const method = each.querySelector('summary')?.innerText.split(/\s/, 1)[0] ?? '';
          seen.set(method, (seen.get(method) ?? 0) + 1);
          each.open = (seen.get(method) ?? 0) <= 2;
        }
      });
      expect(await page.locator('details[open]').count()).toBeGreaterThan(3);
      await expectAccessible(page);
    });
