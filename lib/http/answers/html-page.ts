import { globSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { HEADER_LINKS, site } from '#lib/base/settings/site.ts';
import { Html, html } from '#lib/base/text/html.ts';
import { MARK, MARK_GRID } from '#lib/base/text/mark.ts';

type HtmlPage = { title: string; content: Html; isLoggedIn?: boolean };

/**
 * A page without React, for route handlers and the OpenID provider, with the header, the footer and the colours of the
 * others (components/layout, app/globals.css). `content` goes below the title. A page that only a logged-in person sees
 * has the logout in its header.
 */
export function htmlPage({ title, content, isLoggedIn = false }: HtmlPage): string {
  const { seller } = contacts();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${site.name}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style>
          ${(fonts ??= fontsOf(process.cwd()))} :root {
            color-scheme: light dark;
            --paper: light-dark(#f8f6f1, #1b1d1c);
            --ink: light-dark(#191a17, #eceae4);
            --muted: light-dark(#5a5b54, #a8aaa2);
            --line: light-dark(#dcd8cd, #363a38);
            --signal: light-dark(#0c6b3c, #4cc983);
            --red: light-dark(#ab2417, #ff9484);
            --on-signal: light-dark(#fff, #0d1a13);
          }
          body {
            margin: 0;
            background: var(--paper);
            color: var(--ink);
            font:
              16px/1.5 Geist,
              system-ui,
              sans-serif;
          }
          body {
            display: flex;
            flex-direction: column;
            min-height: 100vh;
          }
          .page {
            box-sizing: border-box;
            width: 100%;
            max-width: 75rem;
            margin: 0 auto;
            padding-inline: clamp(1rem, 4vw, 2rem);
          }
          header,
          footer {
            border: solid var(--line);
            border-width: 0 0 1px;
            font-size: 15px;
          }
          footer {
            margin-top: 96px;
            border-width: 1px 0 0;
          }
          header .page,
          footer .page {
            display: flex;
            flex-wrap: wrap;
            align-items: center;
            gap: 4px 24px;
            min-height: 64px;
            padding-block: 8px;
          }
          nav {
            display: flex;
            flex-wrap: wrap;
            gap: 4px 24px;
          }
          nav a {
            padding: 8px 0;
            color: var(--muted);
            text-decoration: none;
          }
          a:hover {
            color: var(--signal);
          }
          .action:hover {
            color: var(--on-signal);
          }
          .action.quiet:hover {
            color: var(--ink);
          }
          @media (width < 40rem) {
            header nav:first-of-type {
              display: none;
            }
            header .brand {
              margin-right: auto;
            }
            footer nav {
              display: grid;
              grid-template-columns: 1fr 1fr;
              width: 100%;
            }
          }
          header nav:first-of-type {
            margin-right: auto;
          }
          header nav:last-of-type a:not(:hover) {
            color: var(--ink);
            font-weight: 500;
          }
          main {
            flex: 1;
            padding-top: 64px;
            overflow-wrap: anywhere;
          }
          main > * {
            max-width: 40rem;
          }
          h1 {
            margin: 0 0 12px;
            font-size: 30px;
            font-weight: 600;
            line-height: 1.2;
            letter-spacing: -0.02em;
          }
          a {
            color: inherit;
          }
          .brand {
            display: inline-flex;
            align-items: center;
            gap: 10px;
            margin-right: 24px;
            font-weight: 600;
            text-decoration: none;
          }
          .unknown {
            fill: var(--line);
          }
          .known {
            fill: var(--ink);
          }
          .match {
            fill: var(--signal);
          }
          .action {
            display: inline-block;
            margin: 16px 16px 32px 0;
            padding: 10px 16px;
            border-radius: 6px;
            background: var(--signal);
            color: var(--on-signal);
            border: 1px solid var(--signal);
            font: inherit;
            font-weight: 500;
            text-decoration: none;
            cursor: pointer;
          }
          .quiet {
            border-color: var(--muted);
            background: transparent;
            color: var(--ink);
          }
          .code {
            font:
              600 22px/1.4 'Geist Mono',
              ui-monospace,
              monospace;
            letter-spacing: 0.08em;
          }
          .choice {
            display: grid;
            grid-template-columns: 1fr 1fr;
            gap: 12px;
            max-width: 320px;
          }
          .choice .action {
            margin-right: 0;
          }
          label {
            display: block;
            margin-top: 24px;
            font-weight: 500;
          }
          .field {
            box-sizing: border-box;
            display: block;
            width: 100%;
            max-width: 320px;
            margin-top: 8px;
            padding: 10px 12px;
            border: 1px solid var(--muted);
            border-radius: 6px;
            background: transparent;
            color: var(--ink);
          }
          .field::placeholder {
            color: var(--muted);
            font-weight: 400;
            opacity: 1;
          }
          .field[aria-invalid] {
            border-color: var(--red);
          }
          .refusal {
            margin: 8px 0 0;
            color: var(--red);
          }
          .muted {
            color: var(--muted);
          }
          small {
            color: var(--muted);
            font-size: 13px;
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        <header>
          <div class="page">
            <a class="brand" href="${paths.home}">${MARK_SVG}${site.name}</a>
            <nav aria-label="Main">${linksTo(HEADER_LINKS)}</nav>
            <nav aria-label="Account">${linksTo(isLoggedIn ? OWN_LINKS : OWN_LINKS.slice(0, 1))}</nav>
          </div>
        </header>
        <main class="page">
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>
          <div class="page">
            <p class="muted">© ${site.name}, sold by ${seller}</p>
            <nav aria-label="About the seller">${linksTo(FOOTER_LINKS)}</nav>
          </div>
        </footer>
      </body>
    </html>`.markup;
}

let fonts: Html | undefined;

/**
 * The fonts of the other pages (app/fonts.ts), whose file names only the build knows. None without a build. `folder` is
 * the program's; exported for tests.
 */
export function fontsOf(folder: string): Html {
  const media = path.join(folder, '.next/static/media');
  const font = (family: string, files: string) => {
    const [file] = globSync(files, { cwd: media });
    return file === undefined
      ? ''
      : `@font-face{font-family:'${family}';src:url(/_next/static/media/${file}) format('woff2');font-weight:400 600;font-display:swap}`;
  };
  return new Html(font('Geist', 'geist_english*.woff2') + font('Geist Mono', 'geist_mono_english*.woff2'));
}

type PageLink = { href: string; label: string };

const linksTo = (links: readonly PageLink[]): Html =>
  new Html(links.map(({ href, label }) => html`<a href="${href}">${label}</a>`.markup).join(' '));

const OWN_LINKS: readonly PageLink[] = [
  { href: paths.dashboard, label: 'Dashboard' },
  { href: paths.logout, label: 'Logout' },
];

const FOOTER_LINKS: readonly PageLink[] = [
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
  { href: '/cookies', label: 'Cookies' },
  { href: '/legal', label: 'Legal notice' },
  { href: '/dpa', label: 'DPA' },
  { href: '/subprocessors', label: 'Subprocessors' },
  { href: '/security', label: 'Security' },
  { href: '/accessibility', label: 'Accessibility' },
];

const MARK_SVG = new Html(
  `<svg viewBox="0 0 ${MARK_GRID.size} ${MARK_GRID.size}" width="20" height="20" aria-hidden="true">${MARK.map(
    ({ column, row, kind }) =>
      `<rect x="${column * MARK_GRID.pitch}" y="${row * MARK_GRID.pitch}" width="${MARK_GRID.cell}" height="${MARK_GRID.cell}" rx="${MARK_GRID.radius}" class="${kind}"/>`,
  ).join('')}</svg>`,
);
