import { config } from 'zod/v4/core';

/**
 * The first of our code that runs in a browser. zod compiles schemas where it may, and asks the Content-Security-Policy
 * by trying, as soon as one is made: each page with a form would report a violation (S36).
 */
config({ jitless: true });
