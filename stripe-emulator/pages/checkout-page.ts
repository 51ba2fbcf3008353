import { findRow, invalid, StripeApiError } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import { confirmPayment, openSession, paySession, refusePayment, type PaymentCourse } from '../lifecycle/checkout.ts';
import { setPromotionCode, setQuantity } from '../lifecycle/session-amounts.ts';
import type { Session } from '../model.ts';
import { html, page } from './html.ts';
import { COUNTRIES, renderPromotion, renderLines, renderQuantity, renderPayer } from './checkout-parts.ts';

/** A page, a redirect or a PDF. */
export type PageAnswer = { status: number; page: string } | { redirect: string } | { pdf: Buffer };

/** `GET /c/pay/<session>`. */
export function showCheckout(ctx: Context, id: string, error: string | null = null): PageAnswer {
  const session = findRow(ctx.state.sessions, id, 'checkout.session');
  if (session.status !== 'open') {
    const text = session.status === 'complete' ? "You've already paid." : 'This checkout session has expired.';
    return { status: 200, page: page('Checkout', html`<section><p>${text}</p></section>`) };
  }
  const extras = ctx.state.sessionExtras[id];
  if (extras?.awaitsConfirmationOf) return showConfirmation();
  const lines = extras?.lineItems ?? [];
  const content = html`<section>
    ${error !== null && html`<p class="bad" role="alert">${error}</p>`}${renderLines(session, lines)}
    <form method="post">
      ${renderPayer(ctx, session)}${lines.map(renderQuantity)}${renderPromotion(session, extras?.promotionCode)}
      <button class="primary" name="action" value="pay">Pay</button>
      <button name="action" value="decline" formnovalidate>Decline</button>
      <button name="action" value="needs-action">Needs action</button>
      <button name="action" value="async">Async</button>
      <button name="action" value="update" formnovalidate>Update total</button>
      ${session.cancel_url !== null && html`<button name="action" value="cancel" formnovalidate>Cancel</button>`}
    </form>
  </section>`;
  return { status: error === null ? 200 : 402, page: page('Subscribe', content) };
}

/** `POST /c/pay/<session>`: runs the action of the pressed button. */
export function submitCheckout(ctx: Context, id: string, form: URLSearchParams): PageAnswer {
  const session = openSession(ctx, id);
  const action = form.get('action');
  if (action === 'cancel' && session.cancel_url !== null) return { redirect: session.cancel_url };
  if (action === 'decline') return showCheckout(ctx, id, DECLINED);
  if (action === 'confirm') return { redirect: ctx.transact(() => confirmPayment(ctx, id)) };
  if (action === 'refuse') {
    ctx.transact(() => refusePayment(ctx, id));
    return showCheckout(ctx, id, 'Your bank did not confirm the payment.');
  }
  return pay(ctx, session, form);
}

const DECLINED = 'Your card was declined. Try another card.';
const COURSES: Record<string, PaymentCourse> = { pay: 'card', 'needs-action': 'needs-action', async: 'async' };

function pay(ctx: Context, session: Session, form: URLSearchParams): PageAnswer {
  const { id } = session;
  const action = form.get('action') ?? '';
  const wanted = [...form].filter(([name]) => name.startsWith('quantity_'));
  if (wanted.some(([, quantity]) => !/^[1-9]\d{0,5}$/.test(quantity)))
    throw invalid('The quantity must be a whole number of at least 1.');
  ctx.transact(() => {
    for (const [name, quantity] of wanted) setQuantity(ctx, session, name.slice('quantity_'.length), Number(quantity));
  });
  const code = form.get('promotion_code')?.trim();
  try {
    if (code !== undefined) ctx.transact(() => setPromotionCode(ctx, session, code));
  } catch (error) {
    if (error instanceof StripeApiError) return showCheckout(ctx, id, error.message);
    throw error;
  }
  if (action === 'update') return { redirect: `/c/pay/${id}` };
  const course = COURSES[action];
  if (!course) throw invalid('Unknown button.');
  if (course !== 'async' && ctx.state.badCards.includes(session.customer ?? '')) return showCheckout(ctx, id, DECLINED);
  const payer = readPayer(form);
  return { redirect: ctx.transact(() => paySession(ctx, id, payer, course)) };
}

function readPayer(form: URLSearchParams) {
  const country = form.get('country') ?? '';
  if (!COUNTRIES.includes(country)) throw invalid('Choose a country.');
  const vatId =
    form
      .get('vat_id')
      ?.replaceAll(/[\s.-]/g, '')
      .toUpperCase() ?? '';
  if (vatId && !/^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(vatId)) throw invalid('The VAT id must look like GB123456789.');
  return { country, vatId, email: form.get('email'), businessName: form.get('business_name')?.trim() };
}

/** The page on which the bank asks the cardholder to confirm. */
function showConfirmation(): PageAnswer {
  const content = html`<section>
    <p>Your bank asks you to confirm this payment.</p>
    <form method="post">
      <button class="primary" name="action" value="confirm">Confirm</button>
      <button name="action" value="refuse">Refuse</button>
    </form>
  </section>`;
  return { status: 200, page: page('Confirm the payment', content) };
}
