'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { TestimonialInput } from '#lib/testimonials/schema.ts';
import type { TestimonialRow } from '#lib/testimonials/views.ts';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { TESTIMONIALS } from './testimonials-list.ts';

const { rating } = TestimonialInput.shape;
/** Converts the form's texts to the values of the request. */
const TestimonialForm = z.object({
  ...TestimonialInput.shape,
  rating: z.string().transform(Number).pipe(rating),
});
/** None is chosen at first: the customer gave it. */
const RATINGS = [
  { value: '', label: 'Choose' },
  ...[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: `${stars} of 5` })),
];

export function AddTestimonialButton() {
  const [isOpen, setIsOpen] = useState(false);
  const runAction = useAdminAction();
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Add testimonial
      </Button>
      {isOpen && (
        <TestimonialDialog
          title="Add testimonial"
          description="It is a draft until it is approved."
          action="/admin/api/testimonials"
          send={(body) => runAction(() => callApi('POST /admin/api/testimonials', { body }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Edits an entry. */
export function EditTestimonial({ entry, onClose }: { entry: TestimonialRow; onClose: () => void }) {
  const runAction = useAdminAction();
  const { id, version } = entry;
  return (
    <TestimonialDialog
      title={`Edit the words of ${entry.author}`}
      description="The entry is a draft afterwards: the home page shows it again once it is approved."
      action={`/admin/api/testimonials/${id}`}
      entry={entry}
      send={(values) =>
        runAction(() => callApi('PUT /admin/api/testimonials/{id}', { params: { id }, body: { ...values, version } }))
      }
      onClose={onClose}
    />
  );
}

type TestimonialDialogProps = {
  title: string;
  description: string;
  action: string;
  entry?: TestimonialRow;
  send: (values: TestimonialInput) => Promise<TestimonialRow>;
  onClose: () => void;
};

function TestimonialDialog({ entry, send, onClose, ...dialog }: TestimonialDialogProps) {
  const client = useQueryClient();
  const api = useApiForm(TestimonialForm, async (values) => {
    const { author } = await send(values);
    await client.invalidateQueries({ queryKey: TESTIMONIALS });
    toast.success(`The words of ${author} are saved as a draft.`);
    onClose();
  });
  return (
    <FormDialog {...dialog} api={api} onClose={onClose} submitText="Save" busyText="Saving...">
      <TextareaField
        name="quote"
        label="Quote"
        hint="Without quotation marks."
        rows={4}
        required
        defaultValue={entry?.quote}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="author" label="Author" autoComplete="off" required defaultValue={entry?.author} />
        <TextField name="position" label="Position" autoComplete="off" required defaultValue={entry?.position} />
        <TextField name="company" label="Company" autoComplete="off" required defaultValue={entry?.company} />
        <SelectField
          name="rating"
          label="Rating"
          options={RATINGS}
          defaultValue={entry ? String(entry.rating) : undefined}
        />
      </div>
      <TextField name="given_on" label="Said on" type="date" required defaultValue={entry?.given_on} />
      <TextField
        name="consent"
        label="Consent"
        hint="Where the customer’s consent to these words is kept. Only this console shows it."
        autoComplete="off"
        required
        defaultValue={entry?.consent}
      />
      <TextField
        name="company_logo"
        label="Logo"
        hint="Optional: a path on this site that your web server serves, like /logos/example.svg."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={entry?.company_logo ?? ''}
        className="font-mono"
      />
    </FormDialog>
  );
}
