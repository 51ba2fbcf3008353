import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

type Look = { variant?: keyof typeof VARIANTS | undefined; size?: keyof typeof SIZES | undefined };

const VARIANTS = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
};
const SIZES = {
  sm: 'button-sm',
  md: 'button-md',
  lg: 'button-lg',
  icon: 'button-icon',
  'icon-sm': 'button-icon-sm',
};

/** The class names of a button. Links that look like buttons use them, too. */
export const buttonClass = ({ variant = 'primary', size = 'md' }: Look = {}, ...more: (string | undefined)[]): string =>
  classNames('button', VARIANTS[variant], SIZES[size], ...more);

export function Button({ variant, size, className, type = 'button', ...props }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...props} />;
}
