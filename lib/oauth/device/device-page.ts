import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { site } from '#lib/base/settings/site.ts';
import { html, type Html } from '#lib/base/text/html.ts';
import { htmlPage } from '#lib/http/answers/html-page.ts';
import { UNMET } from '#lib/oauth/authentication.ts';
import { redirectHost } from '#lib/oauth/redirect-uri.ts';
import { contextOf } from '#lib/oauth/request/provider-context.ts';
import { MAX_CODE, REFUSALS, typedIn } from './refused-code.ts';
import { shownUserCode } from './typed-user-code.ts';

const ACTION = paths.device({});
/**
 * The page that asks for the code of a device. After a wrong code it keeps what was typed and says what is wrong;
 * unknown, used and expired codes get the same text, so that guessing reveals nothing.
 */
export async function askUserCode(
  ctx: KoaContextWithOIDC,
  _form: string,
  out?: { error: string },
  error?: Error,
): Promise<void> {
  ctx.set('Cache-Control', 'no-store'); // the form contains a secret
  const { filled } = ctx.query;
  if (!out) return void (ctx.body = codePage(ctx, typeof filled === 'string' ? filled : ''));
  if (error?.name !== 'AbortedError' && out.error !== UNMET) {
    if (ctx.status < 400) ctx.status = 400;
    const refusal = REFUSALS[error?.name ?? ''];
    return void (ctx.body = refusal === undefined ? endedPage() : codePage(ctx, typedIn(error), refusal));
  }
  if (ctx.oidc.route === 'code_verification') await auditDenial(ctx);
  ctx.body = devicePage({
    title: 'Access denied',
    content: html`<p>The device gets no access to your account. You can close this page.</p>
      ${homeLink}`,
  });
}

/** The page between the code and the consent. The login does not continue until the user presses its button. */
export function confirmUserCode(ctx: KoaContextWithOIDC, _form: string, client: Client): void {
  const userCode = shownUserCode(ctx);
  const host = redirectHost(client.redirectUris?.[0] ?? '');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = devicePage({
    title: 'Is this your device?',
    content: html`<p>
        <strong>${client.clientName ?? ''}</strong> (${host}) asks to use your ${site.name} account on another device.
        The device must show this code:
      </p>
      <p class="code">${userCode}</p>
      <p>
        Only continue if you started this on a device in front of you. If you got the code or the link from another
        person, press Deny: that person would get access to your account.
      </p>
      <form method="post" action="${ACTION}">
        ${secretField(ctx)}
        <input type="hidden" name="user_code" value="${userCode}" />
        <div class="choice">
          <button class="action quiet" type="submit" name="abort" value="yes">Deny</button>
          <button class="action" type="submit" name="confirm" value="yes">Continue</button>
        </div>
      </form>`,
  });
}

export function sayDeviceDone(ctx: KoaContextWithOIDC): void {
  ctx.body = devicePage({
    title: 'Device connected',
    content: html`<p>Continue on your device. You can close this page.</p>
      <p>You can revoke its access at any time from your <a href="${paths.dashboard}">dashboard</a>.</p>
      ${homeLink}`,
  });
}

function codePage(ctx: KoaContextWithOIDC, code: string, refusal?: string): string {
  return devicePage({
    title: 'Connect a device',
    content: html`<p>
        Enter the code that your device shows. Only continue if you started this on a device in front of you, never with
        a code that another person gave you.
      </p>
      <form method="post" action="${ACTION}">
        ${secretField(ctx)}
        <label for="user_code">Code</label>
        <input
          class="field code"
          id="user_code"
          name="user_code"
          value="${code}"
          placeholder="XXXX-XXXX"
          maxlength="${MAX_CODE}"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          required
          ${refusal === undefined ? '' : INVALID}
        />
        ${refusal === undefined ? '' : html`<p id="refusal" role="alert" class="refusal">${refusal}</p>`}
        <button class="action" type="submit">Continue</button>
      </form>`,
  });
}

const INVALID = html`aria-invalid="true" aria-describedby="refusal"`;

/** Only a logged-in person sees a page for devices. */
const devicePage = (page: { title: string; content: Html }) => htmlPage({ ...page, isLoggedIn: true });

const endedPage = () =>
  devicePage({
    title: 'Device login failed',
    content: html`<p>This request has ended or is not valid. Start again on your device.</p>
      <p><a class="action" href="${ACTION}">Enter a code</a></p>`,
  });

const homeLink = html`<p><a class="action quiet" href="${paths.home}">Return to Home</a></p>`;

/** A secret that proves to the provider that the form comes from our page in this session. */
function secretField(ctx: KoaContextWithOIDC): Html {
  const { secret } = ctx.oidc.session?.state ?? {};
  return html`<input type="hidden" name="xsrf" value="${typeof secret === 'string' ? secret : ''}" />`;
}

/** Records that the user refused a device. */
async function auditDenial(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, entities } = ctx.oidc;
  if (!session?.accountId) return;
  const userId = session.accountId;
  const account = { accountId: userId, accountRole: 'viewer' } as const; // refuses a device, which needs no role
  const actor = { kind: 'user', userId, ...account, role: 'subscriber', sessionId: session.uid } as const;
  await transaction(contextOf(ctx, actor), (tx) =>
    recordAudit(tx, 'consent.denied', userId, { client: entities.DeviceCode?.clientId ?? null, device: true }),
  );
}
