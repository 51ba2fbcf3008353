'use client';

import type { ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { ApiForm as Form } from './use-api-form.ts';

type ApiFormProps<I extends FieldValues, O extends FieldValues> = {
  api: Form<I, O>;
  /** Where the form posts to without JavaScript. */
  action: string;
  label: string;
  returnUrl?: string | undefined;
  children: ReactNode;
};

/** A real form, which the browser submits itself before hydration. */
export function ApiForm<I extends FieldValues, O extends FieldValues>({
  api,
  action,
  label,
  returnUrl,
  children,
}: ApiFormProps<I, O>) {
  const hydrated = useHydrated();
  return (
    <FormProvider {...api.form}>
      <form
        method="post"
        action={action}
        aria-label={label}
        noValidate={hydrated}
        onSubmit={(event) => void api.submit(event)}
        className="space-y-4"
      >
        {returnUrl && <input type="hidden" name="return_url" value={returnUrl} />}
        {children}
      </form>
    </FormProvider>
  );
}
