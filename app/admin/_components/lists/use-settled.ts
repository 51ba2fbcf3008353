'use client';

import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** Returns a new `value` immediately, or after a pause in typing if `typed` changes with it. */
export function useSettled<T>(value: T, typed: string): T {
  const [settled, setSettled] = useState({ value, typed });
  const isTyping = settled.typed !== typed;
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => setSettled({ value, typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyping, value, typed]);
  return isTyping ? settled.value : value;
}
