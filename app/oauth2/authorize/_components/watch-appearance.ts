/**
 * Calls `onArmed(false)` when the page appears or comes to the front, and `onArmed(true)` after `armMs`. At the start,
 * calls neither if the page has already been visible for `armMs`. Calls `onRestore` when the browser restores the page
 * from the back/forward cache. Returns a function that stops watching.
 */
export function watchAppearance(armMs: number, onArmed: (isArmed: boolean) => void, onRestore: () => void): () => void {
  let timer: number | undefined;
  const appear = (sinceMs: number) => {
    window.clearTimeout(timer);
    if (sinceMs >= armMs) return;
    onArmed(false);
    timer = window.setTimeout(() => onArmed(true), armMs - sinceMs);
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
