import type { Testimonial } from './views.ts';

const SAMPLE = { company: '', rating: 5, companyLogo: null, givenOn: null, isSample: true };

/** Samples for the demo, which quote roles, not people. */
export const SAMPLES: readonly Testimonial[] = [
  {
    ...SAMPLE,
    quote: 'It took two files in local.d. The next morning the campaign that had kept us busy all week was gone.',
    author: 'Mail administrator',
    position: 'University',
  },
  {
    ...SAMPLE,
    quote: 'One key on all our relays, and one number to watch. That is what I want from a service.',
    author: 'Head of operations',
    position: 'Hosting provider',
  },
  {
    ...SAMPLE,
    quote: 'The stable packages alone are worth it: updates have become something we no longer talk about.',
    author: 'Systems engineer',
    position: 'Software company',
  },
];
