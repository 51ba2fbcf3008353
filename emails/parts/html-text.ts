import { Html, html } from '#lib/base/text/html.ts';
import { classOf, styleOf } from './palette.ts';

export const SANS = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const MONO = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace";
export const BODY_TEXT = `${SANS};font-size:16px;line-height:24px`;
export const SMALL_TEXT = `${SANS};font-size:13px;line-height:20px`;

export const joinHtml = (parts: readonly Html[]) => new Html(parts.map(({ markup }) => markup).join(''));

export const paragraph = (text: string) =>
  html`<p
    class="${classOf('text', 'ink')}"
    style="margin:0 0 16px;${BODY_TEXT};overflow-wrap:anywhere;${styleOf('text', 'ink')}"
  >
    ${text}
  </p>`;
