import { globSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{app,components,emails}/**/*.stories.tsx', { cwd: root }).toSorted();

type Loaded = { default: { title: string } } & { [story: string]: ComponentType };

/** As in Storybook, each exported function is a story. */
test.each(files)('renders every story of %s', async (file) => {
  const { default: meta, ...stories } = (await import(path.join(root, file))) as Loaded;
  expect(meta.title).toMatch(/^[a-z-]+\/[A-Z]/);
  for (const [name, Story] of Object.entries(stories)) {
    const { unmount, baseElement } = render(<Story />);
    expect(baseElement.innerHTML, name).not.toBe('<div></div>');
    unmount();
  }
});
