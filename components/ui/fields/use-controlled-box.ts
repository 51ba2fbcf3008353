import type { ComponentProps } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';

/**
 * Disables a checkbox or switch that React controls until the page is hydrated. React would not notice an earlier click,
 * and the box would show a state that is not saved. Firefox restores such a state at a reload unless `autoComplete` is off.
 */
export function useControlledBox(props: ComponentProps<'input'>) {
  const isHydrated = useHydrated();
  if (props.checked === undefined) return props;
  return {
    ...props,
    autoComplete: 'off',
    disabled: !isHydrated || props.disabled,
    'data-early': isHydrated || props.disabled ? undefined : '',
  };
}
