'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#lib/api-client/api-client.ts';
import { ourWords } from '#lib/http/answers/issue-text.ts';

export type ApiForm<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>;
  /** The error of the last submit. Reset when the next one starts. */
  failure: ApiError | null;
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
};

/**
 * A form that sends a request to our API. The fields are uncontrolled and have no defaults, so that text typed before
 * hydration stays. Each text in the server's `fields` is shown at the field of that name. Pass `onSubmit` as `mode` for a
 * form with switches: an error that appears on blur would move the switch away from the pointer.
 */
export function useApiForm<I extends FieldValues, O extends FieldValues>(
  schema: z.ZodType<O, I>,
  send: (values: O, form: UseFormReturn<I, unknown, O>) => Promise<void>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
): ApiForm<I, O> {
  const form = useForm<I, unknown, O>({ resolver: zodResolver(schema, ourWords), mode });
  const [failure, setFailure] = useState<ApiError | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send(values, form);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      const refused = Object.entries(error.fields).filter(([name]) => name in values);
      for (const [index, [name, message]] of refused.entries())
        form.setError(name as Path<I>, { message }, { shouldFocus: index === 0 });
    }
  });
  return { form, failure, submit };
}
