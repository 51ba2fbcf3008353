import localFont from 'next/font/local';

// The Latin parts, because the texts are English. A first visit on a slow line keeps the fallback: `swap` would re-wrap
// the page under its reader (CLS 0, P2).
const sans = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  display: 'optional',
});
const mono = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
});

export const fontVariables = `${sans.variable} ${mono.variable}`;
