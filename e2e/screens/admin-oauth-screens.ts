/** The console's pages for OAuth clients, storage servers and testimonials. */
import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createClientRow, createTestimonialRow, unique } from '#lib/testing/factories.ts';
import { dialog, forAdmin, opens } from './admin.ts';
import { escape, type Screen } from './screen.ts';

const DAY = 24 * 60 * 60 * 1000;
const tokens = ['k3JdQx0a', 'Zt81-mWc', 'p_4Kf9sL'].map((prefix, index) => ({
  id: `00000000-0000-7000-8000-00000000000${index}`,
  token_prefix: prefix,
  uses: index,
  max_uses: index === 1 ? 1 : 100,
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 7 * DAY).toISOString(),
  revoked_at: index === 2 ? new Date().toISOString() : null,
}));

/** Shows the page as if registration were on: the real setting would be on for all other pages, too. */
async function answerRegistration(page: Page): Promise<void> {
  const on = { registration: true, metadata_documents: true };
  await page.route('**/admin/api/oauth2/registration', (route) => route.fulfill({ json: on }));
  await page.route('**/admin/api/oauth2/initial-tokens', (route) =>
    route.fulfill({ json: route.request().method() === 'POST' ? { ...tokens[0], token: 'k'.repeat(43) } : { tokens } }),
  );
}

/** Opens the actions of the screen's own server, because other tests remove theirs. */
const openActions = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasText: 'y'.repeat(500) })
    .getByRole('button', { name: /^Actions for/ })
    .click();

async function chooseForServer(page: Page, item: string): Promise<void> {
  await page.reload();
  await openActions(page);
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
}

export const adminOAuthScreens: readonly Screen[] = [
  {
    route: 'GET /admin/oauth2',
    prepare: forAdmin(async () => {
      const name = `${unique('screen')} ${'x'.repeat(60)}`;
      await createClientRow(db(), { name });
      return `/admin/oauth2?search=${encodeURIComponent(name)}`;
    }),
    ready: (page) => page.getByRole('button', { name: /^Edit screen/ }).waitFor(),
    states: {
      edit: opens(/^Edit screen/),
      'the end of the form': (page) =>
        dialog(page).getByRole('button', { name: 'Save changes' }).scrollIntoViewIfNeeded(),
      'edit with an invalid redirect URI': async (page) => {
        await dialog(page).getByLabel('Redirect URI 1').fill('nonsense');
        await dialog(page).getByRole('button', { name: 'Save changes' }).click();
        await dialog(page).locator('[aria-invalid=true]').first().waitFor();
      },
      tokens: async (page) => {
        await escape(page);
        await page.getByRole('button', { name: 'Discard' }).click();
        await opens(/^View Tokens of screen/)(page);
      },
      create: opens('Create client'),
      'create a public client': async (page) => {
        await dialog(page)
          .getByRole('radio', { name: /^Browser, mobile or desktop/ })
          .check();
        await dialog(page).getByText('Advanced', { exact: true }).click();
        await dialog(page).getByRole('switch', { name: 'May read the subscription' }).check();
      },
    },
  },
  {
    route: 'GET /admin/oauth2',
    when: 'clients register themselves',
    prepare: forAdmin(async ({ page }) => {
      await answerRegistration(page);
      const name = unique('screen');
      await createClientRow(db(), { name, kind: 'registered' });
      await createClientRow(db(), { name: `${name} off`, kind: 'registered', blockedAt: new Date() });
      await createClientRow(db(), {
        name: `${name} page`,
        id: `https://${name.toLowerCase()}.example.com/oauth/client-metadata.json`,
        kind: 'metadata_document',
        isPublic: true,
      });
      return `/admin/oauth2?search=${encodeURIComponent(name)}`;
    }),
    ready: (page) => page.getByText('Used up').waitFor(),
    states: {
      'further actions': async (page) => {
        await page
          .getByRole('button', { name: /^More actions for screen/ })
          .first()
          .click();
        await page.getByRole('menu').waitFor();
      },
      block: async (page) => {
        await escape(page);
        const button = page.getByRole('button', { name: /^Block screen/ }).first();
        if (await button.isVisible()) return opens(/^Block screen/)(page);
        await page
          .getByRole('button', { name: /^More actions for screen/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Block' }).click();
        await dialog(page).waitFor();
      },
      'create an initial access token': opens('Create token'),
      'initial access token': async (page) => {
        await dialog(page).getByRole('button', { name: 'Create token' }).click();
        await page.getByRole('dialog', { name: 'Initial access token' }).waitFor();
      },
    },
  },
  {
    route: 'GET /admin/testimonials',
    prepare: forAdmin(async () => {
      await createTestimonialRow(db(), { quote: 'One key on all our relays. '.repeat(12), author: 'A. Person' });
      return '/admin/testimonials';
    }),
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
    states: {
      'actions of a testimonial': async (page) => {
        await page
          .getByRole('button', { name: /^Actions for the words/ })
          .first()
          .click();
        await page.getByRole('menu').waitFor();
      },
      'approve a testimonial': async (page) => {
        await page.getByRole('menuitem', { name: 'Approve' }).click();
        await dialog(page).waitFor();
      },
      'add a testimonial': async (page) => {
        await escape(page);
        await page.getByRole('button', { name: 'Add testimonial' }).click();
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await dialog(page).locator('[aria-invalid=true]').first().waitFor();
      },
    },
  },
  {
    route: 'GET /admin/servers',
    prepare: forAdmin(async ({ storageServer }) => {
      await db().storageServer.update({
        where: { id: storageServer.id },
        data: {
          description: 'y'.repeat(500),
          host: `${unique('screen')}.${'x'.repeat(60)}.example.net`,
          lists: ['premium', 'bulk'],
          isDraining: true,
        },
      });
      return '/admin/servers';
    }),
    ready: (page) => page.getByText('y'.repeat(500)).first().waitFor({ state: 'attached' }), // not shown at 768 px
    states: {
      'actions of a server': async (page) => {
        await openActions(page);
        await page.getByRole('menu').waitFor();
      },
      'rotate token': async (page) => {
        await page.getByRole('menuitem', { name: 'Rotate token' }).click();
        await dialog(page).waitFor();
      },
      'command palette': opens('Go to a page, user or key'),
      'host with an invalid name': async (page) => {
        await chooseForServer(page, 'Edit host');
        await dialog(page).getByLabel('Public name').fill('fuzzy');
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await dialog(page).locator('[aria-invalid=true]').first().waitFor();
      },
      'enrol a host': (page) => chooseForServer(page, 'Enrol a host'),
      'enrolment code': async (page) => {
        await dialog(page).getByRole('button', { name: 'Create code' }).click();
        await page.getByRole('dialog', { name: /^Enrol/ }).waitFor();
      },
    },
  },
];
