/** On localhost a purchase is a test (docs/product.md, "Plans"). Only in the browser. */
export const isTestSite = (): boolean => window.location.hostname === 'localhost';
