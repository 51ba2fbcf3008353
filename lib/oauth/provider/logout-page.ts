import { Html, html } from '#lib/html.ts';
import { htmlPage } from '#lib/http/html-page.ts';
import { site } from '#lib/site.ts';

/**
 * A page that asks the user before another site's link logs them out (OpenID RP-Initiated Logout §6). `form` comes from
 * the provider.
 */
export const logoutPage = (form: string): string =>
  htmlPage({
    title: `Log out of ${site.name}?`,
    content: html`<p>Another site asks to log you out. Applications that you let in keep their access.</p>
      ${new Html(form)}
      <p>
        <button class="action" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
        <button class="action quiet" type="submit" form="op.logoutForm">Stay logged in</button>
      </p>`,
  });
