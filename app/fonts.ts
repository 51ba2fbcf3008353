import { GeistSans } from 'geist/font/sans';
import localFont from 'next/font/local';

/** The mono comes from the same package, but is not preloaded: nothing above the fold waits for it. */
const mono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
});

export const fontVariables = `${GeistSans.variable} ${mono.variable}`;
