/**
 * The colours of emails in both themes. All but `tint` are tokens of app/globals.css. Each text colour is used only on
 * the grounds that emails/parts/colours.test.ts tests it on.
 */
export const palette = {
  paper: { light: '#f8f6f1', dark: '#1b1d1c' },
  ink: { light: '#191a17', dark: '#eceae4' },
  muted: { light: '#5a5b54', dark: '#a8aaa2' },
  line: { light: '#dcd8cd', dark: '#363a38' },
  signal: { light: '#0c6b3c', dark: '#4cc983' },
  'on-signal': { light: '#ffffff', dark: '#0d1a13' },
  /** unknown cells of the mark */
  tint: { light: '#cdc8bb', dark: '#4a4f4c' },
} as const;
export type Colour = keyof typeof palette;

const CHANNELS = { text: 'color', ground: 'background-color', rule: 'border-color' } as const;
type Channel = keyof typeof CHANNELS;

/** The style of a colour in light, for the `style` attribute, because clients drop style sheets. */
export const styleOf = (channel: Channel, colour: Colour): string => `${CHANNELS[channel]}:${palette[colour].light}`;

/** The class that gives a colour its dark value. */
export const classOf = (channel: Channel, colour: Colour): string => `${channel}-${colour}`;

/** The dark colours, for clients that support `prefers-color-scheme`. `!important` overrides the `style` attributes. */
export const DARK_STYLES = `@media (prefers-color-scheme:dark){${(Object.keys(palette) as Colour[])
  .flatMap((colour) =>
    (Object.keys(CHANNELS) as Channel[]).map(
      (channel) => `.${classOf(channel, colour)}{${CHANNELS[channel]}:${palette[colour].dark}!important}`,
    ),
  )
  .join('')}}`;
