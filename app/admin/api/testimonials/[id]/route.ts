import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { SeenTestimonial, TestimonialParams, UpdateTestimonialInput } from '#lib/testimonials/schema.ts';
import { deleteTestimonial, updateTestimonial } from '#lib/testimonials/service.ts';
import { TestimonialRow } from '#lib/testimonials/views.ts';

export const PUT = route(
  {
    access: 'admin',
    summary: 'Change a testimonial',
    details: 'It is a draft afterwards: the home page shows it once these words are approved.',
    params: TestimonialParams,
    body: UpdateTestimonialInput,
    answer: TestimonialRow,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, params, body }) => updateTestimonial(ctx, params.id, body),
);

export const DELETE = route(
  {
    access: 'admin',
    summary: 'Delete a testimonial',
    details: 'For a person who asks for it. An entry that only loses its consent is withdrawn.',
    params: TestimonialParams,
    body: SeenTestimonial,
    answer: DoneView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx, params, body }) => {
    await deleteTestimonial(ctx, params.id, body);
    return { status: 'ok' };
  },
);
