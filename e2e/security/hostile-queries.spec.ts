import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { urlOf } from '#bin/openapi/url-of.ts';
import { root } from '#dev/stack/folders.ts';
import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';

/** Each page that reads its query, and the parameters that it knows. */
const PAGES: Record<string, string> = {
  '/login': 'tab return_url done forgot step error',
  '/verify-email': 'email token return_url error done sent',
  '/join': 'token',
  '/reset-password': 'email token forgot invited error done',
  '/change-email': 'token error done',
  '/change-email/undo': 'token error done',
  '/account': 'logins',
  '/dashboard': 'notice billing period from to compare server view',
  '/billing/return': 'session_id',
  '/start': 'emails plan billing paid platform',
  '/plan': 'plan interval quantity cancel withdraw',
  '/reports': 'look_up',
  '/usage': 'period from to compare server view',
  '/buy/choose': 'micro small yearly test error',
  '/buy/details': 'micro small yearly test error kind po_number invoice_email begin',
  '/oauth2/authorize': 'error interaction client_id',
  '/admin': 'search status admin verified subscription sort page after user',
  '/admin/keys': 'search rank email attention deleted sort page after overview usage',
  '/admin/oauth2': 'search sort page after',
  '/admin/audit': 'action actor target from to ip request_id sort page after event',
  '/admin/jobs': 'state queue sort page after job',
  '/admin/servers': 'attention sort',
  '/admin/reports': 'state q',
  '/admin/testimonials': '',
  '/admin/overview': 'kind aside',
  '/admin/overview/movements': 'kind from to cohort currency cursor sort limit',
  '/admin/user/[userId]/usage': 'period from to compare server view',
  '/admin/users/[id]': '',
  '/admin/users/[id]/timeline': 'kind cursor limit',
  '/admin/users/[id]/view': 'ended',
};
/** No schema of a page lets this through. It has 1.9 kB, and what makes patterns, lists and addresses slow. */
const MARK = 'hostile text';
const HOSTILE = `${MARK} <b>@%40,${'a@'.repeat(930)}!`;

/** A page as a reader sees it: Next repeats the URL in its scripts. */
const shown = (html: string) => html.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');

test('knows every page that reads its query (S87)', () => {
  const files = globSync('app/**/page.tsx', { cwd: root });
  const reading = files.filter((file) => /searchParams/i.test(readFileSync(path.join(root, file), 'utf8')));
  expect(Object.keys(PAGES).toSorted()).toEqual(reading.map((file) => urlOf(file)).toSorted());
});

test('shows no text of a query that its schema refuses (S87)', async ({ callAs }) => {
  const admin = await callAs('admin');
  let asked = 0;
  for (const [page, names] of Object.entries(PAGES)) {
    const own = (ACCESS[`GET ${page}`]?.path ?? page).split('?')[0] ?? '';
    for (const name of names.split(' ').filter(Boolean))
      for (const more of name === 'token' ? ['', '&email=a%40b.example&forgot=1'] : ['']) {
        const { status, text } = await admin.send(
          `${own}?${name}=${encodeURIComponent(HOSTILE)}`.slice(0, 2000) + more,
        );
        expect.soft(status, `${page} ${name}`).toBeLessThan(500);
        expect.soft(shown(text).includes(MARK), `${page} shows its ${name}`).toBe(false);
        asked += 1;
      }
  }
  expect(asked).toBeGreaterThan(60);
});
