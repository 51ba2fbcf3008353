import type { Page } from '@playwright/test';

/** Keeps the text of every script file that the page loads from now on, each file once. */
export function collectScripts(page: Page): () => Promise<string[]> {
  const texts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !texts.has(response.url()))
      texts.set(response.url(), response.text());
  });
  return () => Promise.all(texts.values());
}
