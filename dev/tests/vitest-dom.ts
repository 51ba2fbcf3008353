/** Prepares jsdom for component tests: adds what it lacks, and gives each test a clean document. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

configure({ asyncUtilTimeout: 15_000 }); // so long that only a wait that hangs times out
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => {};
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

const fetchOfTheRuntime = globalThis.fetch;
/** React's warning about an element that jsdom does not know. */
const isUnknownToJsdom = ([text, tag]: unknown[]) => String(text).startsWith('The tag <%s>') && tag === 'search';
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  window.history.replaceState(null, '', '/');
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void complaints.push(args));
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetchOfTheRuntime;
  vi.restoreAllMocks();
  expect(
    complaints.filter((args) => !isUnknownToJsdom(args)),
    'console.error',
  ).toEqual([]);
});
