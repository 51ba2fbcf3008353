/** A span for a person, rounded up: `40 seconds`, `1 minute`, `2 hours`. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The first characters of a key and an ellipsis; a text that is no longer stays whole. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
