'use client';

import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ApiForm } from './api-form.tsx';
import { FormFailure } from './form-failure.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { ApiForm as Form } from './use-api-form.ts';

type FormDialogProps<I extends FieldValues, O extends FieldValues> = ComponentProps<typeof Dialog> & {
  api: Form<I, O>;
  /** Where the form posts to without JavaScript. */
  action: string;
  /** The name of the form. Default: the title. */
  label?: string | undefined;
  submitText: string;
  busyText: string;
  /** The fields. */
  children: ReactNode;
};

/** A form in a dialog: why it was refused, its fields, and the button that sends it. */
export function FormDialog<I extends FieldValues, O extends FieldValues>(props: FormDialogProps<I, O>) {
  const { api, action, label, submitText, busyText, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <ApiForm api={api} action={action} label={label ?? dialog.title}>
        <FormFailure failure={api.failure} />
        {children}
        <SubmitButton busyText={busyText}>{submitText}</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}
