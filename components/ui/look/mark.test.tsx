import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Mark, type MarkState } from './mark.tsx';

/** The classes of the cells, row by row. */
function cellsOf(state?: MarkState): string[] {
  const { container, unmount } = render(state ? <Mark state={state} /> : <Mark />);
  const cells = [...container.querySelectorAll('rect')].map((cell) => cell.getAttribute('class') ?? '');
  unmount();
  return cells;
}

test('draws the known cells and the match as a tick', () => {
  const drawn = cellsOf().map((look) => (look === 'fill-ink' ? 'K' : look === 'fill-signal' ? 'M' : '.'));
  expect(drawn.join('')).toBe('..MK...K.');
});

test.each<[MarkState, RegExp]>([
  ['none', /^fill-none stroke-line-strong$/],
  ['waiting', /^fill-none stroke-line-strong motion-safe:animate-pulse$/],
  ['working', /^fill-signal$/],
  ['silent', /^fill-amber$/],
])('shows %s in the last cell only', (state, look) => {
  const cells = cellsOf(state);
  expect(cells[2]).toMatch(look);
  expect(cells.toSpliced(2, 1)).toEqual(cellsOf().toSpliced(2, 1));
});

test('draws no known cell in an empty lattice', () => expect(new Set(cellsOf('empty')).size).toBe(1));

test('is hidden from screen readers, because the text beside the mark says the same', () => {
  const { container } = render(<Mark />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});
