/** A script as React writes it into a prerendered page, and its preload. */
const SCRIPT = /<script src="([^"]+)" async=""><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
/** A browser that never tells of its paint starts the scripts all the same. */
const PATIENCE_MS = 1000;

/**
 * A prerendered page whose scripts are fetched and run once its first paint is done (P1, docs/decisions/0019): before it,
 * they would take the line and the processor from what is read. In a tab behind nothing is painted, and nothing waits.
 */
export function scriptsAfterPaint(html: string): string {
  const sources = [...html.matchAll(SCRIPT)].map(([, source = '']) => source);
  const page = html.replaceAll(SCRIPT, '').replaceAll(PRELOAD, '');
  const end = page.lastIndexOf('</body>');
  return sources.length && end > 0
    ? `${page.slice(0, end)}<script>${starter(sources)}</script>${page.slice(end)}`
    : html;
}

/** React looks for its scripts by their `async` and `src`, and adds those that it does not find. */
const starter = (sources: readonly string[]) =>
  `(s=>{let f=()=>s.splice(0).forEach(u=>{let e=document.createElement("script");e.src=u;e.async=true;document.head.append(e)});` +
  `if(document.hidden)f();else{setTimeout(f,${PATIENCE_MS});new PerformanceObserver(f).observe({type:"paint",buffered:true})}})` +
  `(${JSON.stringify(sources).replaceAll('<', '\\u003c')})`;
