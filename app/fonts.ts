import localFont from 'next/font/local';

// fonts/subset.sh makes one file with the characters of English texts and one with other Latin letters, for names.
// `optional` keeps the fallback on a slow first visit: `swap` would re-wrap the page while it is read (CLS 0, P2).
const english = localFont({
  src: './fonts/geist-english.woff2',
  variable: '--font-geist-english',
  weight: '400 600',
  display: 'optional',
});
const latin = localFont({
  src: './fonts/geist-latin.woff2',
  variable: '--font-geist-latin',
  weight: '400 600',
  display: 'swap', // single letters of a name in the fallback font would look wrong for as long as the page is open
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      // `latin` of fonts/subset.sh, repeated because next/font accepts only a literal here
      prop: 'unicode-range',
      value:
        'U+00A1-00A2, U+00A4-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00D6, U+00D8-017F, U+02BC-02DC, U+0300-0323, U+201A, U+201E, U+2032-203A, U+2044, U+2122',
    },
  ],
});
const mono = localFont({
  src: './fonts/geist-mono-english.woff2',
  variable: '--font-geist-mono',
  weight: '400 600',
  display: 'optional',
  adjustFontFallback: false,
});

export const fontVariables = `${english.variable} ${latin.variable} ${mono.variable}`;
