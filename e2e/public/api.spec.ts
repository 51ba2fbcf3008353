import { paths } from '#lib/base/paths.ts';
import { published, publishedAreas } from '#lib/openapi/published.ts';
import { expect, test } from '../fixtures.ts';
import { stack } from '../support/stacks/stack.ts';

const summaryOf = (path: string) => published.paths[path]?.get?.summary ?? '';

test('serves the OpenAPI document to everyone, cacheable, and links it from /api', async ({ request }) => {
  const answer = await request.get('/api/openapi.json');
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
  });
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(published)));
  expect(await (await request.get('/api')).text()).toMatch(
    /<a [^>]*href="\/api\/openapi.json"[^>]*>the OpenAPI 3.1 document<\/a>/,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows parameters, response and curl command of an endpoint', async ({ page }) => {
    await page.goto('/api');
    await page.getByRole('link', { name: 'endpoints about Usage' }).click();
    await page.getByText(summaryOf('/usagegraph/{period}'), { exact: true }).click();
    await expect(page.getByRole('heading', { name: summaryOf('/usagegraph/{period}') })).toBeVisible();
    await expect(page.getByText('"24h" | "168h" | "720h" | "range"; in the path')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Answer 200 of GET /usagegraph/{period}' })).toContainText('"xAxis"');
    await expect(page.getByText(`curl -b cookies.txt ${stack.baseUrl}/usagegraph/24h`)).toBeVisible();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(page).toHaveURL('/api/reference/usage');
  });

  test('lists the endpoints for admins on a separate page', async ({ page }) => {
    await page.goto('/api');
    await expect(page.getByRole('link', { name: 'endpoints about Admin: users' })).toHaveCount(0);
    await page.getByRole('link', { name: 'a separate page' }).click();
    await expect(page.getByRole('heading', { name: 'API for admins' })).toBeVisible();
    await page.getByRole('link', { name: 'endpoints about Admin: users' }).click();
    await expect(page.getByText(summaryOf('/admin/api/users'), { exact: true })).toBeVisible();
  });
});

test('serves a page of less than 120 kB of HTML for every endpoint', async ({ request }) => {
  const areas = [...publishedAreas('everybody'), ...publishedAreas('admins')];
  const calls = areas.flatMap(({ slug, calls }) =>
    calls.map(({ operation }) => paths.apiCall(slug, operation.operationId)),
  );
  expect(calls.length).toBeGreaterThan(100);
  const urls = [paths.api, paths.adminApi, ...areas.map(({ slug }) => paths.apiArea(slug)), ...calls];
  const fetchNext = async () => {
    for (let path = urls.pop(); path; path = urls.pop()) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect((await answer.body()).length, path).toBeLessThan(120_000);
    }
  };
  await Promise.all(Array.from({ length: 4 }, fetchNext));
  for (const path of ['/api/reference/nothing', '/api/reference/usage/nothing'])
    expect((await request.get(path)).status(), path).toBe(404);
});
