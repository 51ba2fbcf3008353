import type { Locator } from '@playwright/test';

/** Clicks and fills as a person does, and counts both: how long a way is. */
export function countedActions() {
  const counted = { clicks: 0, fields: 0 };
  const click = async (target: Locator): Promise<void> => {
    counted.clicks++;
    await target.click();
  };
  const fill = async (target: Locator, text: string): Promise<void> => {
    counted.fields++;
    await target.fill(text);
  };
  return { counted, click, fill };
}
