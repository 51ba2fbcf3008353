/** A script as React writes it into a prerendered page, and its preload. */
const SCRIPT = /<script src="([^"]+)" async=""><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
/** A browser that reports no paint starts the scripts after this time. */
const PATIENCE_MS = 1000;

/**
 * A prerendered page whose scripts are fetched and run after its first paint (P1, docs/decisions/0019), so that they do
 * not compete with its content for bandwidth and CPU. A hidden tab never paints, so it does not wait.
 */
export function scriptsAfterPaint(html: string): string {
  const sources = [...html.matchAll(SCRIPT)].map(([, source = '']) => source);
  const page = html.replaceAll(SCRIPT, '').replaceAll(PRELOAD, '');
  const end = page.lastIndexOf('</body>');
  return sources.length && end > 0
    ? `${page.slice(0, end)}<script>${starter(sources)}</script>${page.slice(end)}`
    : html;
}

/** Sets `async` and `src`, by which React finds its scripts. React would add a script that it does not find. */
const starter = (sources: readonly string[]) =>
  `(s=>{let f=()=>s.splice(0).forEach(u=>{let e=document.createElement("script");e.src=u;e.async=true;document.head.append(e)});` +
  `if(document.hidden)f();else{setTimeout(f,${PATIENCE_MS});new PerformanceObserver(f).observe({type:"paint",buffered:true})}})` +
  `(${JSON.stringify(sources).replaceAll('<', '\\u003c')})`;
