/** The pages of the trust desk. */
import type { Screen } from '../screens/screen.ts';

export const reportScreens: readonly Screen[] = [
  {
    route: 'GET /reports',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber({ hasKey: true });
      const data = { digest: '589bff398e'.repeat(13).slice(0, 128), note: 'Invoices' };
      await page.request.post('/account/api/reports', { data });
      return '/reports';
    },
    ready: (page) => page.getByRole('article').first().waitFor(),
    states: {
      'a beginning only': async (page) => {
        await page.getByLabel('What your Rspamd printed').fill('FUZZY_PLUS_DENIED(1.35)[8:589bff398e:1.00:txt]');
        await page.getByText(/only the first 10 of 128/).waitFor();
      },
      'an answer': async (page) => {
        await page.getByLabel('What your Rspamd printed').fill('589bff398e'.repeat(13).slice(0, 128));
        await page.getByRole('button', { name: 'Look it up' }).click();
        await page.getByRole('list', { name: 'Storage hosts' }).waitFor();
      },
    },
  },
  {
    route: 'GET /admin/reports',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber({ isAdmin: true, hasKey: true });
      const data = { digest: '0badcafe77'.repeat(13).slice(0, 128), note: 'Invoices' };
      await page.request.post('/account/api/reports', { data });
      return '/admin/reports';
    },
    ready: (page) => page.getByRole('button', { name: /^Remove/ }).waitFor(),
    states: {
      'a reason': async (page) => {
        await page.getByRole('button', { name: /^Keep/ }).click();
        await page.getByLabel('Why is it kept?').waitFor();
      },
      'refusal list': async (page) => {
        await page.goto('/admin/reports?state=refusals');
        await page
          .getByText(/^Version/)
          .first()
          .waitFor();
      },
    },
  },
];
