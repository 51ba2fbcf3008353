import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Look = { variant?: 'primary' | 'secondary' | 'quiet' | undefined; size?: 'md' | 'lg' | undefined };

const VARIANTS = {
  primary: 'bg-signal text-on-signal hover:bg-signal-hover border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  quiet: 'text-ink border-transparent hover:bg-sunken',
};
const SIZES = { md: 'h-10 px-4 text-small', lg: 'h-12 px-6 text-base' };

/** The look of a button, for links that are not buttons. */
export const buttonClass = ({ variant = 'primary', size = 'md' }: Look = {}, ...more: (string | undefined)[]): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    VARIANTS[variant],
    SIZES[size],
    ...more,
  );

export function Button({ variant, size, className, type = 'button', ...props }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...props} />;
}
