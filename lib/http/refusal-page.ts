import { html } from '#emails/html.ts';
import { contacts } from '#lib/contacts.ts';
import { paths } from '#lib/paths.ts';
import { plainPage } from './plain-page.ts';

/**
 * A page that says why a link led nowhere: route handlers, which alone can answer 400 and 503, have no React page.
 * Carries the request's id for support.
 */
export function refusalPage(text: string, requestId: string): string {
  const { supportMail } = contacts();
  return plainPage({
    title: 'This did not work',
    content: html`<p>${text}</p>
      <p>
        <a class="action" href="${paths.pricing}">Back to the plans</a>
        <a href="mailto:${supportMail}">${supportMail}</a>
      </p>
      <small>Request ID ${requestId}</small>`,
  });
}
