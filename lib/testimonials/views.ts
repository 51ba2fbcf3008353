import { z } from 'zod';

/** What a customer said, as admins see it. */
export const TestimonialRow = z.object({
  id: z.int(),
  quote: z.string(),
  author: z.string(),
  position: z.string(),
  company: z.string(),
  rating: z.int(),
  company_logo: z.string().nullable().describe('a path of this site'),
  given_on: z.iso.date(),
  consent: z.string().describe('where the consent of the customer is kept'),
  status: z.enum(['draft', 'approved', 'withdrawn']).describe('the home page shows what is approved'),
  approved_at: z.iso.datetime().nullable(),
  withdrawn_at: z.iso.datetime().nullable(),
  version: z.int(),
});
export type TestimonialRow = z.infer<typeof TestimonialRow>;

/** `GET admin/api/testimonials`, newest first. */
export const TestimonialListView = z.object({ testimonials: z.array(TestimonialRow) });
export type TestimonialListView = z.infer<typeof TestimonialListView>;

/** A customer's quote as the home page shows it. `rating` is out of 5; `companyLogo` is a path of this site. */
export type Testimonial = {
  quote: string;
  author: string;
  position: string;
  company: string;
  rating: number;
  companyLogo: string | null;
  /** the day on which the customer said it; null for a sample */
  givenOn: string | null;
  /** Written by us, not by a customer: shown with the word Sample, and never in production. */
  isSample: boolean;
};
