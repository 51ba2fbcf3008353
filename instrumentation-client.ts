/**
 * Runs in the browser before any other code of ours. Turns off zod's compiler: zod probes for it with `new Function`,
 * which the Content-Security-Policy reports on each page with a form (S36). zod reads its settings from this object;
 * `config()` would load zod on pages that do not need it (P2).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
