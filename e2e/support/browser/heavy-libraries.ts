/** Libraries that no public page may load before they are needed (P2), each with a text that survives minification. */
export const HEAVY_LIBRARIES = [
  { name: '@radix-ui/react-focus-scope', mark: 'focusScope.autoFocusOnMount' }, // dialogs, menus, popovers
  { name: '@tanstack/query-core', mark: 'fetchFailureReason' },
  { name: 'embla-carousel', mark: 'slidesToScroll' },
  { name: 'react-hook-form', mark: 'shouldUnregister' },
  { name: 'sonner', mark: 'data-sonner-toaster' },
  { name: 'zod', mark: '._zod.' },
];

/** The names of the libraries that the scripts contain. */
export const heavyLibrariesIn = (scripts: readonly string[]): string[] =>
  HEAVY_LIBRARIES.filter(({ mark }) => scripts.some((script) => script.includes(mark))).map(({ name }) => name);
