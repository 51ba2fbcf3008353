import { BUILD_CONTACT, contacts } from '#lib/base/settings/contacts.ts';
import { env, isBuilding } from '#lib/base/settings/env.ts';
import type { Contacts } from '#lib/base/settings/site.ts';

/** Placeholder for APP_URL in prerendered pages, a domain that can never exist (RFC 6761 §6.4). */
export const BUILD_ORIGIN = 'https://origin.invalid';

/** The origin of absolute URLs in a page. A build does not know it: `withSettings` inserts it when serving. */
export const publicOrigin = () => (isBuilding() ? BUILD_ORIGIN : env().APP_URL);

/** The longest text that may hold a setting, in characters: React prefixes a longer text with its length in bytes. */
export const LONGEST_TEXT = 1023;

/** The settings that a copy inserts into the prerendered pages of a build, which many copies share. */
export type CopySettings = Contacts & { origin: string };

/** The settings of this copy. */
export const copySettings = (): CopySettings => ({ ...contacts(), origin: publicOrigin() });

const PLACEHOLDER = new RegExp(`${BUILD_ORIGIN.replaceAll('.', '\\.')}|${BUILD_CONTACT.source}`, 'g');
const SCRIPT = /(<script\b[^>]*>[\s\S]*?<\/script>)/;

/**
 * Prerendered HTML with this copy's settings. No setting contains text that could end an attribute, a tag or a script.
 */
export const withSettings = (html: string, settings: CopySettings): string =>
  html
    .split(SCRIPT)
    .map((part, index) => replaced(part, settings, index % 2 ? asItIs : (value) => value.replaceAll('&', '&amp;')))
    .join('');

const asItIs = (value: string) => value;
const replaced = (text: string, settings: CopySettings, write: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (found, name: string | undefined) =>
    name === undefined ? settings.origin : write(settings[name as keyof Contacts] ?? found),
  );

/** The forms in which Next keeps a prerendered page: HTML, and navigation data, whole and by segment. */
export type PrerenderedPage = {
  html: string;
  rscData?: Buffer | undefined;
  segmentData?: Map<string, Buffer> | undefined;
};

/** Inserts this copy's settings into all forms of a prerendered page. */
export function pageWithSettings<Page extends PrerenderedPage>(page: Page, settings: CopySettings): Page {
  // latin1 maps bytes one to one, so all other bytes stay as they are.
  const inBytes = (value: string) => Buffer.from(value).toString('latin1');
  const data = (buffer: Buffer) => Buffer.from(replaced(buffer.toString('latin1'), settings, inBytes), 'latin1');
  return {
    ...page,
    html: withSettings(page.html, settings),
    rscData: page.rscData && data(page.rscData),
    segmentData: page.segmentData && new Map([...page.segmentData].map(([path, each]) => [path, data(each)])),
  };
}
