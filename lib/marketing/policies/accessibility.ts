import type { LegalFacts } from '#lib/base/settings/legal.ts';
import type { Policy } from './policy.ts';

export const accessibility = ({ supportMail }: LegalFacts): Policy => ({
  title: 'Accessibility',
  lead: 'What is measured on every change of this site, what that misses, and whom to tell.',
  sections: [
    {
      title: 'What is measured',
      facts: [
        {
          name: 'axe',
          text: 'Every page is checked with axe-core at the width of a phone and of a desktop; its states that we know (empty, full, failing, dialogs open) at that of a phone. One violation fails the test.',
        },
        {
          name: 'Contrast',
          text: 'Texts have at least 4.5 to 1 against their ground, in the light and the dark theme. Borders of fields have at least 3 to 1.',
        },
        {
          name: 'Keyboard',
          text: 'Tests use dialogs, menus, tooltips, tables and forms with the keyboard alone: the focus stays in an open dialog, and returns to where it came from.',
        },
        { name: 'Width', text: 'No page scrolls sideways at 360 px.' },
        {
          name: 'Without JavaScript',
          text: 'Public pages can be read, and sign-up, login and verification work, without JavaScript.',
        },
        { name: 'Motion', text: 'Transitions and decorative animations stop if your system asks for less motion.' },
      ],
    },
    {
      title: 'What that misses',
      facts: [
        {
          name: 'People',
          text: 'Programs find a part of the barriers. Nothing on this page rests on a test by people who depend on a screen reader, or on an audit by another company.',
        },
        {
          name: 'Browsers',
          text: 'The tests run in Chromium only. Firefox and Safari are not tested on every change.',
        },
        {
          name: 'Other sites',
          text: 'The pages for payment and the billing portal are Stripe’s, and the inbox is yours: what they show is outside of these tests.',
        },
        {
          name: 'Language',
          text: 'The site is in English only. Setup guides need technical terms, which are not explained in plain language.',
        },
      ],
    },
    {
      title: 'Tell us',
      paragraphs: [
        `If something is hard or impossible for you to use, write to ${supportMail}: the page, what you tried, and what you use.`,
      ],
    },
  ],
});
