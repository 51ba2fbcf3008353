import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Breakable } from './breakable.tsx';

test.each([
  ['ada@mail.example.com', 'ada|@mail|.example|.com'],
  ['Block ada@example.com? It ends. Now.', 'Block ada|@example|.com? It ends. Now.'],
  ['No Email', 'No Email'],
  ['/etc/rspamd/local.d/fuzzy_check.conf', '/etc/rspamd/local.d/fuzzy_check.conf'],
])('breaks email addresses in %j only before the @ and dots', (text, expected) => {
  const { container } = render(<Breakable text={text} />);
  expect(container.textContent).toBe(text);
  for (const wbr of container.querySelectorAll('wbr')) wbr.replaceWith('|');
  expect(container.textContent).toBe(expected);
});
