'use client';

import { createContext, use, type ReactNode } from 'react';

const IsReadOnly = createContext(false);

/** Below it nothing acts: an admin looks at a customer's account. */
export const ReadOnly = ({ children }: { children: ReactNode }) => <IsReadOnly value>{children}</IsReadOnly>;

/** Whether the screen is only looked at. */
export const useReadOnly = (): boolean => use(IsReadOnly);

type ActsProps = { children: ReactNode; instead?: ReactNode };

/** What acts or leads away: buttons, forms, links. Where the screen is only looked at, `instead` is in its place. */
export const Acts = ({ children, instead = null }: ActsProps) => (useReadOnly() ? instead : children);
