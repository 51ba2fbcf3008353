/** Markup that is already escaped. */
export type Html = { readonly markup: string };
type Value = Html | Html[] | string | number | null | false;

/** A template tag that escapes its values, except markup. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.reduce((text, part, index) => text + toMarkup(values[index - 1] ?? null) + part) };
}

function toMarkup(value: Value): string {
  if (value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  if (typeof value === 'object') return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #363c46); --soft: light-dark(#5b6470, #a3adba);
  --accent: light-dark(#1f5fd0, #7fb0ff); --on-accent: light-dark(#fff, #0d1524); --card: light-dark(#fff, #1b2028);
  --bad: light-dark(#b3261e, #ff9d94); --note: light-dark(#fff4d6, #3a3114) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f6f8, #12161c) }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem }
.note { margin: 0; padding: .5rem 1rem; text-align: center; background: var(--note) }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem }
h1 { font-size: 1.5rem; margin: 0 0 1rem } h2 { font-size: 1.1rem; margin: 0 0 .5rem }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem } th, td { text-align: left; padding: .4rem .5rem .4rem 0 }
td form { justify-content: flex-end; margin: 0 } td:first-child { overflow-wrap: anywhere }
td:last-child, th:last-child { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums }
tfoot tr:first-child > * { border-top: 1px solid var(--line) } tfoot th { font-weight: 400 }
tfoot tr:last-child > * { font-weight: 700 }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .75rem 0 0 }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; color: var(--soft); flex: 1 1 12rem; min-width: 0 }
form > p { flex: 1 0 100% }
input, select, button { font: inherit; min-height: 44px; border-radius: .5rem; border: 1px solid var(--line); padding: .4rem .75rem;
  background: transparent; color: CanvasText; max-width: 100% }
select { background: var(--card) } button { cursor: pointer; font-weight: 600 }
input, select { width: 100% } .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px } a { color: var(--accent) }
.bad { color: var(--bad) } .soft { color: var(--soft); overflow-wrap: anywhere } p { margin: .25rem 0 }
`;

/** A whole page, without JavaScript. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <p class="note">Local emulator: no money moves</p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.markup;
}

/** Formats an amount in pence. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100);

/** Formats the date of a time in Unix seconds. */
export const day = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(time * 1000);
