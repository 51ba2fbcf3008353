import { route } from '#lib/routes/route.ts';
import { TestimonialInput, TestimonialListQuery } from '#lib/testimonials/schema.ts';
import { createTestimonial, listTestimonials } from '#lib/testimonials/service.ts';
import { TestimonialListView, TestimonialRow } from '#lib/testimonials/views.ts';

export const GET = route(
  { access: 'admin', summary: 'List the testimonials', query: TestimonialListQuery, answer: TestimonialListView },
  ({ ctx }) => listTestimonials(ctx),
);

export const POST = route(
  {
    access: 'admin',
    summary: 'Add a testimonial',
    details: 'It is a draft. The home page shows it once it is approved.',
    body: TestimonialInput,
    answer: TestimonialRow,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, body }) => createTestimonial(ctx, body),
);
