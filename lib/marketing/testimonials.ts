/** A customer's quote. `rating` is out of 5; `companyLogo` is the URL of an image. */
export type Testimonial = {
  quote: string;
  author: string;
  position: string;
  rating: number;
  companyLogo: string | null;
  /** Written by us, not by a customer: shown with the word Sample. */
  isSample: boolean;
};

/** Samples that quote roles, not people. Replace them with quotes that customers have approved. */
export const testimonials: readonly Testimonial[] = [
  {
    quote: 'It took two files in local.d. The next morning the campaign that had kept us busy all week was gone.',
    author: 'Mail administrator',
    position: 'University',
    rating: 5,
    companyLogo: null,
    isSample: true,
  },
  {
    quote: 'One key on all our relays, and one number to watch. That is what I want from a service.',
    author: 'Head of operations',
    position: 'Hosting provider',
    rating: 5,
    companyLogo: null,
    isSample: true,
  },
  {
    quote: 'The stable packages alone are worth it: updates have become something we no longer talk about.',
    author: 'Systems engineer',
    position: 'Software company',
    rating: 5,
    companyLogo: null,
    isSample: true,
  },
];
