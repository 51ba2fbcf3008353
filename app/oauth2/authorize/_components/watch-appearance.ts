import { ARM_MS } from '#lib/oauth/arm.ts';

/**
 * Tells whether the page has been in sight for half a second: false when it comes to the front, true after that; nothing
 * when it has been there long enough already. `onRestore` when Back brought it up as it was left. Returns what ends it.
 */
export function watchAppearance(onArmed: (isArmed: boolean) => void, onRestore: () => void): () => void {
  let timer: number | undefined;
  const appear = (sinceMs: number) => {
    window.clearTimeout(timer);
    if (sinceMs >= ARM_MS) return;
    onArmed(false);
    timer = window.setTimeout(() => onArmed(true), ARM_MS - sinceMs);
  };
  const comeForward = () => appear(0);
  const restore = (event: PageTransitionEvent) => event.persisted && onRestore();
  window.addEventListener('focus', comeForward);
  window.addEventListener('pageshow', restore);
  document.addEventListener('visibilitychange', comeForward);
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  appear(paint ? performance.now() - paint.startTime : 0);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('focus', comeForward);
    window.removeEventListener('pageshow', restore);
    document.removeEventListener('visibilitychange', comeForward);
  };
}
