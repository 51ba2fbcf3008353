import { createParser } from 'nuqs/server';
import { encodedLength } from '#lib/base/paths.ts';

/**
 * A text in the URL of a view, with at most `most` characters once it is encoded: a longer one counts as absent, and
 * the URL stays short (S87).
 */
export const shortText = (most: number) =>
  createParser({
    parse: (text: string) => (fits(text, most) ? text : null),
    serialize: (text) => {
      let kept = text.slice(0, most);
      while (!fits(kept, most)) kept = kept.slice(0, -1);
      return kept.replace(/[\uD800-\uDBFF]$/, ''); // half of a character
    },
  });

const fits = (text: string, most: number) => text.length <= most && encodedLength(text) <= most;
