import { html, type Html } from '#lib/html.ts';
import { MARK, MARK_GRID } from '#lib/mark.ts';
import { site } from '#lib/site.ts';
import { joinHtml, SANS } from './html-text.ts';
import { classOf, palette, styleOf } from './palette.ts';

/** The mark as cells of a table: nothing to load, and nothing for a client to block. */
export function brand(): Html {
  const rows = Array.from({ length: MARK_GRID.cells }, (_, row) => MARK.filter((cell) => cell.row === row));
  const spacer = html`<td
    colspan="5"
    height="${CELL.gap}"
    style="height:${CELL.gap}px;font-size:0;line-height:0"
  ></td>`;
  return html`<table role="presentation" cellspacing="0" cellpadding="0">
    <tr>
      <td style="padding-right:10px">
        <table role="presentation" cellspacing="0" cellpadding="0" aria-hidden="true">
          ${joinHtml(
            rows.map(
              (cells, row) =>
                html`${
                    row
                      ? html`<tr>
                          ${spacer}
                        </tr>`
                      : ''
                  }
                  <tr>
                    ${joinHtml(cells.map(({ kind, column }) => html`${column ? GAP_CELL : ''}${markCell(kind)}`))}
                  </tr>`,
            ),
          )}
        </table>
      </td>
      <td
        class="${classOf('text', 'ink')}"
        style="${SANS};font-size:16px;line-height:24px;font-weight:600;letter-spacing:-.01em;${styleOf('text', 'ink')}"
      >
        ${site.name}
      </td>
    </tr>
  </table>`;
}

/** Pixels. */
const CELL = { size: 6, gap: 3 };
const GAP_CELL = html`<td width="${CELL.gap}" style="width:${CELL.gap}px;font-size:0;line-height:0"></td>`;
const GROUNDS = { unknown: 'tint', known: 'ink', match: 'signal' } as const;
const markCell = (kind: keyof typeof GROUNDS) =>
  html`<td
    width="${CELL.size}"
    height="${CELL.size}"
    bgcolor="${palette[GROUNDS[kind]].light}"
    class="${classOf('ground', GROUNDS[kind])}"
    style="width:${CELL.size}px;height:${CELL.size}px;border-radius:1px;font-size:0;line-height:0;${styleOf('ground', GROUNDS[kind])}"
  ></td>`;
