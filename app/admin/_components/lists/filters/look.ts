/** The look of a row in the filter picker. */
export const CHOICE =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-3 text-start text-small -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken';
