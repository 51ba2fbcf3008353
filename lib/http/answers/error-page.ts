import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { html } from '#lib/base/text/html.ts';
import { htmlPage } from './html-page.ts';

/**
 * A page that says why a link failed, with the request id for support. Only route handlers can answer 400 or 503, and
 * they cannot render React.
 */
export function errorPage(text: string, requestId: string): string {
  const { supportMail } = contacts();
  return htmlPage({
    title: 'This did not work',
    content: html`<p>${text}</p>
      <p>
        <a class="action" href="${paths.pricing}">Back to the plans</a>
        <a href="mailto:${supportMail}">${supportMail}</a>
      </p>
      <small>Request ID ${requestId}</small>`,
  });
}
