import type { Page } from '@playwright/test';
import type { Fixtures } from '../fixtures.ts';

export type Given = Pick<Fixtures, 'asSubscriber' | 'asAdmin' | 'storageServer'> & { page: Page };

export type Screen = {
  /** The page's route, as in the access matrix. */
  route: string;
  /** Distinguishes the screen from others of the same route. */
  when?: string;
  /** Creates the data that the page shows, and returns the page's URL. */
  prepare: (given: Given) => Promise<string> | string;
  /** Waits until the page shows its data. */
  ready?: (page: Page) => Promise<unknown>;
  /** Changes the open page step by step. */
  states?: Readonly<Record<string, (page: Page) => Promise<unknown>>>;
};

/** Closes the topmost dialog or menu. */
export const escape = (page: Page) => page.keyboard.press('Escape');
