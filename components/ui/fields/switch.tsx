'use client';

import type { ComponentProps } from 'react';
import { Badge } from '#components/ui/states/badge.tsx';
import { useReadOnly } from '#components/ui/read-only.tsx';
import { useControlledBox } from './use-controlled-box.ts';
import { classNames } from '#components/ui/look/class-names.ts';

const TRACK =
  'relative h-6 w-10 shrink-0 appearance-none rounded-full border border-transparent bg-line-strong transition-colors checked:bg-ink disabled:not-data-early:cursor-not-allowed disabled:not-data-early:opacity-60 forced-colors:appearance-auto';
const THUMB =
  'before:absolute before:top-0.5 before:left-0.5 before:size-4.5 before:rounded-full before:bg-surface before:transition-transform checked:before:translate-x-4 motion-reduce:before:transition-none';

/** A setting that is on or off, with or without a form. A native checkbox, so that forms submit it. */
export function Switch({ className, ...given }: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  const props = useControlledBox(given);
  if (useReadOnly()) return <Badge tone={given.checked ? 'good' : 'neutral'}>{given.checked ? 'On' : 'Off'}</Badge>;
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports whether it is checked
  return <input type="checkbox" role="switch" className={classNames(TRACK, THUMB, className)} {...props} />;
}
