import { useState } from 'react';

type Rows = { keys: number[]; next: number };

/** React keys for `count` rows of the same kind, so that a row keeps its state when another one is removed. */
export function useRowKeys(count: number): { keys: readonly number[]; remove: (index: number) => void } {
  const [rows, setRows] = useState<Rows>({ keys: [], next: 0 });
  const fitted = fit(rows, count);
  const remove = (index: number) => setRows({ ...fitted, keys: fitted.keys.toSpliced(index, 1) });
  if (fitted !== rows) setRows(fitted);
  return { keys: fitted.keys, remove };
}

/** Adds or removes keys at the end until there are `count`. */
function fit(rows: Rows, count: number): Rows {
  const { keys, next } = rows;
  if (keys.length === count) return rows;
  const missing = Math.max(0, count - keys.length);
  const added = Array.from({ length: missing }, (_, index) => next + index);
  return { keys: [...keys, ...added].slice(0, count), next: next + missing };
}
