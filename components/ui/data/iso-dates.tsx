'use client';

import { createContext, use, type ReactNode } from 'react';
import { customerDay, customerTime, formatDay, utcTime } from '#lib/base/text/format.ts';

const IsIso = createContext(false);

type IsoDatesProps = { isOn?: boolean; children: ReactNode };

/** Below it, days and times are written as in logs: the console, whose lists are compared and sorted. */
export const IsoDates = ({ isOn = true, children }: IsoDatesProps) => <IsIso value={isOn}>{children}</IsIso>;

/** How to write a day and a time. */
export type DateTexts = { day: (at: Date) => string; time: (at: Date) => string };

const ISO: DateTexts = { day: formatDay, time: utcTime };
const LONG: DateTexts = { day: customerDay, time: customerTime };

/** How this screen writes a day and a time: `27 December 2026` for customers, `2026-12-27` in the console. */
export const useDateTexts = (): DateTexts => (use(IsIso) ? ISO : LONG);
