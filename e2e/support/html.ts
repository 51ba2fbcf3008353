/** Reads single elements of server-rendered HTML without a browser. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};
const decode = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** A page's HTML without React's comments, which split its texts. */
export const readHtml = (html: string): string => html.replaceAll('<!-- -->', '');

/** The text of the first element with this tag, without the tags inside. Empty if there is no such element. */
export function textOf(html: string, tag: string): string {
  const inner = new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
  return decode(inner.replaceAll(/<[^>]*>/g, ''));
}

/** An attribute of the first element with this tag and these attributes. */
export function attribute(html: string, tag: string, having: Record<string, string>, name: string): string | undefined {
  const elements = [...html.matchAll(new RegExp(`<${tag}( [^>]*)>`, 'g'))].map(([, attributes = '']) => attributes);
  const found = elements.find((attributes) =>
    Object.entries(having).every(([key, value]) => attributes.includes(` ${key}="${value}"`)),
  );
  const value = found && new RegExp(` ${name}="([^"]*)"`).exec(found)?.[1];
  return value === undefined ? undefined : decode(value);
}
