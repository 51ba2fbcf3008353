import { findRow, invalid } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import { setCard } from '../control.ts';
import { payOpenInvoice } from '../lifecycle/payments.ts';
import type { Invoice } from '../model.ts';
import type { PageAnswer } from './checkout-page.ts';
import { day, html, money, page } from './html.ts';
import { pdf } from './pdf.ts';

/** `GET /i/<invoice>`: the page of `hosted_invoice_url`, where an open invoice can be paid. */
export function showInvoice(ctx: Context, id: string): PageAnswer {
  const invoice = findRow(ctx.state.invoices, id, 'invoice');
  const row = (name: string, amount: number) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${money(amount, invoice.currency)}</td>
    </tr>`;
  const content = html`<section>
    <p>${day(invoice.created)}, ${invoice.status}</p>
    <table>
      <tbody>
        ${invoice.lines.data.map((line) => row(line.description, line.amount))}
      </tbody>
      <tfoot>
        ${amounts(invoice).map(([name, amount]) => row(name, amount))}
      </tfoot>
    </table>
    ${
      invoice.status === 'open' &&
      html`<form method="post"><button class="primary" name="action" value="pay">Pay with another card</button></form>`
    }
    <p><a href="/i/${id}/pdf">Download PDF</a></p>
  </section>`;
  return { status: 200, page: page(titleOf(invoice), content) };
}

/** `POST /i/<invoice>`: pays it with a good card, which the customer then keeps. */
export function payInvoice(ctx: Context, id: string): PageAnswer {
  ctx.transact(() => {
    const invoice = findRow(ctx.state.invoices, id, 'invoice');
    if (invoice.status !== 'open') throw invalid('This invoice cannot be paid.');
    setCard(ctx, invoice.customer, true);
    payOpenInvoice(ctx, invoice);
  });
  return { redirect: `/i/${id}` };
}

/** `GET /i/<invoice>/pdf`: the file of `invoice_pdf`. */
export function showInvoicePdf(ctx: Context, id: string): PageAnswer {
  const invoice = findRow(ctx.state.invoices, id, 'invoice');
  const lines = invoice.lines.data.map((line) => `${line.description}: ${money(line.amount, invoice.currency)}`);
  const totals = amounts(invoice).map(([name, amount]) => `${name}: ${money(amount, invoice.currency)}`);
  const heading = [titleOf(invoice), `${day(invoice.created)}, ${invoice.status}`];
  return { pdf: pdf([...heading, '', ...lines, '', ...totals, '', 'Local emulator: no money moves']) };
}

const titleOf = (invoice: Invoice) => `Invoice ${invoice.number ?? invoice.id}`;

function amounts({ subtotal, total, ...invoice }: Invoice): [string, number][] {
  const net = 'total_excluding_tax' in invoice ? Number(invoice.total_excluding_tax) : subtotal;
  const discount: [string, number][] = net < subtotal ? [['Discount', net - subtotal]] : [];
  return [['Subtotal', subtotal], ...discount, ['VAT', total - net], ['Total', total]];
}
