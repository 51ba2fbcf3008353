import { html, type Html } from '#lib/html.ts';
import { BODY_TEXT, joinHtml, MONO } from './html-text.ts';
import type { MailParts, MailStep } from './mail-parts.ts';
import { classOf, styleOf } from './palette.ts';

export const figureTable = (figures: NonNullable<MailParts['figures']>) =>
  html`<table
    width="100%"
    cellspacing="0"
    cellpadding="0"
    class="${classOf('rule', 'line')}"
    style="margin:8px 0 24px;border-top:1px solid;${styleOf('rule', 'line')}"
  >
    ${joinHtml(figures.map(figureRow))}
  </table>`;

/** Longer names, which customers give their servers, wrap. */
const LONGEST_NAME = 20;
/** A date or time never breaks at its hyphens. */
const inOneLine = (text: string) =>
  joinHtml(
    text
      .split(/(\d{4}-\d\d-\d\d(?: \d\d:\d\d UTC)?)/)
      .map((part, index) => (index % 2 ? html`<span style="white-space:nowrap">${part}</span>` : html`${part}`)),
  );

function figureRow([name, value]: readonly [string, string]): Html {
  const cell = `padding:9px 0;border-bottom:1px solid;${styleOf('rule', 'line')};${BODY_TEXT}`;
  return html`<tr>
    <th
      scope="row"
      align="left"
      valign="top"
      class="${classOf('text', 'muted')} ${classOf('rule', 'line')}"
      style="${cell};padding-right:16px;font-weight:400;${name.length > LONGEST_NAME ? 'overflow-wrap:anywhere' : 'white-space:nowrap'};${styleOf('text', 'muted')}"
    >
      ${name}
    </th>
    <td
      align="right"
      valign="top"
      class="${classOf('text', 'ink')} ${classOf('rule', 'line')}"
      style="${cell};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;${styleOf('text', 'ink')}"
    >
      ${inOneLine(value)}
    </td>
  </tr>`;
}

export const stepTable = (steps: readonly MailStep[]) =>
  html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 8px">
    ${joinHtml(steps.map(stepRow))}
  </table>`;

const stepRow = ({ text, command }: MailStep, index: number) =>
  html`<tr>
    <td
      width="28"
      valign="top"
      class="${classOf('text', 'muted')}"
      style="padding:0 0 12px;${BODY_TEXT};${styleOf('text', 'muted')}"
    >
      ${index + 1}.
    </td>
    <td valign="top" class="${classOf('text', 'ink')}" style="padding:0 0 12px;${BODY_TEXT};${styleOf('text', 'ink')}">
      ${text}
      ${
        command
          ? html`<br /><code class="${classOf('text', 'ink')}" style="${MONO};font-size:14px;${styleOf('text', 'ink')}"
                >${command}</code
              >`
          : ''
      }
    </td>
  </tr>`;
