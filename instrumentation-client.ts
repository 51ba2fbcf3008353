/**
 * The first of our code that runs in a browser. zod compiles schemas where it may, and finds out by trying `new Function`,
 * which the Content-Security-Policy reports on each page with a form (S36). This is the object that zod takes its settings
 * from; `config()` would load zod on pages that do not need it (P2).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
