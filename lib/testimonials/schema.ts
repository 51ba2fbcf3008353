import { z } from 'zod';
import { rowVersion } from '#lib/base/numbers.ts';
import { oneLine, trimmed } from '#lib/base/text/text.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';

/** A text without an email address: a deletion removes addresses only from where they are stored on purpose. */
const words = (most: number, missing: string) =>
  oneLine(most)
    .min(1, missing)
    .refine((text) => withoutAddresses(text) === text, 'This cannot contain an email address.');

/** The pages load nothing from other hosts. */
const LOGO_FORM = 'Enter a path on this site that ends in .svg, .png or .webp, like /logos/example.svg.';

const RATING = 'Choose a rating from 1 to 5.';

/** `POST admin/api/testimonials`, and the fields of the form. */
export const TestimonialInput = z.object({
  quote: words(600, 'Please enter the quote.'),
  author: words(100, 'Please enter who said it.'),
  position: words(100, 'Please enter the position.'),
  company: words(100, 'Please enter the company.'),
  rating: z.int(RATING).min(1, RATING).max(5, RATING),
  company_logo: z.union([
    z.literal(''),
    trimmed(200, LOGO_FORM).regex(/^(?:\/[\w-][\w.-]*)+\.(?:svg|png|webp)$/, LOGO_FORM),
  ]),
  given_on: z.iso.date('Enter a date.').describe('the day on which the customer said it'),
  consent: words(300, 'Please enter where the consent is kept.').describe('where the consent of the customer is kept'),
});
export type TestimonialInput = z.infer<typeof TestimonialInput>;

export const SeenTestimonial = z.object({ version: rowVersion });
export type SeenTestimonial = z.infer<typeof SeenTestimonial>;

/** `PUT admin/api/testimonials/{id}`. */
export const UpdateTestimonialInput = z.object({ ...TestimonialInput.shape, version: rowVersion });
export type UpdateTestimonialInput = z.infer<typeof UpdateTestimonialInput>;

export const TestimonialParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

/** The query of `GET admin/api/testimonials`. */
export const TestimonialListQuery = z.object({});
