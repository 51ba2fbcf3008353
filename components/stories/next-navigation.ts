/** Replaces next/navigation in stories and component tests, which run without Next.js. */
export const useSearchParams = (): URLSearchParams => new URLSearchParams(window.location.search);
export const usePathname = (): string => window.location.pathname;
export const useRouter = () => ({ push: (href: string) => window.history.pushState(null, '', href) });
