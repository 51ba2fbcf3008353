import { findRow } from '../api/fault.ts';
import type { World } from '../world.ts';
import type { PageAnswer } from './checkout-page.ts';
import { day, html, money, page } from './html.ts';

/** `GET /i/<invoice>`: where `hosted_invoice_url` leads. */
export function showInvoice(world: World, id: string): PageAnswer {
  const invoice = findRow(world.state.invoices, id, 'invoice');
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
        ${row('Subtotal', invoice.subtotal)}${row('VAT', invoice.total - invoice.subtotal)}${row('Total', invoice.total)}
      </tfoot>
    </table>
  </section>`;
  return { status: 200, page: page(`Invoice ${invoice.number ?? invoice.id}`, content) };
}
