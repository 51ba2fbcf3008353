/** The anchor of a part of the page. */
export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
