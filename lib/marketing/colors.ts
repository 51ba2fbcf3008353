/** Tokens of app/globals.css for what CSS does not reach: the browser's UI, the manifest and the preview image. */
export const colors = {
  light: {
    paper: '#f8f6f1',
    ink: '#191a17',
    muted: '#5a5b54',
    line: '#dcd8cd',
    'line-strong': '#87837a',
    signal: '#0c6b3c',
  },
  dark: { paper: '#1b1d1c' },
} as const;
