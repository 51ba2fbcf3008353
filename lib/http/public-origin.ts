import { env, isBuilding } from '#lib/env.ts';

/** Stands for APP_URL in what is prerendered, and belongs to nobody (RFC 6761 §6.4). */
export const BUILD_ORIGIN = 'https://origin.invalid';

/** The origin of the absolute addresses in a page. The build does not know it; `withOrigin` puts it in afterwards. */
export const publicOrigin = () => (isBuilding() ? BUILD_ORIGIN : env().APP_URL);

/** The longest text that may hold it, in characters: React counts the bytes of a longer one and writes their number before it. */
export const LONGEST_TEXT = 1023;

/** A prerendered text with the origin of the copy that serves it. */
export const withOrigin = (text: string, origin: string): string => text.replaceAll(BUILD_ORIGIN, () => origin);

/** What Next keeps of a prerendered page: its HTML, and its data for navigations (whole, and by segment). */
export type PrerenderedPage = {
  html: string;
  rscData?: Buffer | undefined;
  segmentData?: Map<string, Buffer> | undefined;
};

/** A prerendered page with the origin of the copy that serves it, in all its forms. */
export function pageWithOrigin<Page extends PrerenderedPage>(page: Page, origin: string): Page {
  // Byte for byte: origins are ASCII, whatever else the data is.
  const replaced = (data: Buffer) => Buffer.from(withOrigin(data.toString('latin1'), origin), 'latin1');
  return {
    ...page,
    html: withOrigin(page.html, origin),
    rscData: page.rscData && replaced(page.rscData),
    segmentData: page.segmentData && new Map([...page.segmentData].map(([path, data]) => [path, replaced(data)])),
  };
}
