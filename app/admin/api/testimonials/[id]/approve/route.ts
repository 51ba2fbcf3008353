import { route } from '#lib/routes/route.ts';
import { SeenTestimonial, TestimonialParams } from '#lib/testimonials/schema.ts';
import { approveTestimonial } from '#lib/testimonials/service.ts';
import { TestimonialRow } from '#lib/testimonials/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Show a testimonial on the home page',
    details: 'The page follows within ten seconds.',
    params: TestimonialParams,
    body: SeenTestimonial,
    answer: TestimonialRow,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, params, body }) => approveTestimonial(ctx, params.id, body),
);
