import { site } from '#lib/base/settings/site.ts';
import type { Policy, PolicyCookie } from './policy.ts';

/** Every cookie that we set. A browser test compares the list with what a browser holds (S85). */
export const cookieList: readonly PolicyCookie[] = [
  {
    name: `${site.slug}_session`,
    isSigned: false,
    purpose: 'Keeps you logged in. Set when you log in, removed when you log out.',
    lifetime: '30 days. Without use, our side ends the session after 7 days.',
  },
  {
    name: `${site.slug}_device`,
    isSigned: false,
    purpose:
      'Tells a browser you have used before from a new one, so that you get an email about a login from a new one.',
    lifetime: '30 days, renewed by each login.',
  },
  {
    name: `${site.slug}_login_challenge`,
    isSigned: false,
    purpose: 'Ties the second step of a login, or a passkey, to the browser in which it began.',
    lifetime: '5 minutes.',
  },
  {
    name: `${site.slug}_sign_up`,
    isSigned: false,
    purpose:
      'Recognises the browser in which you signed up: only there, the emailed link turns on the password that you typed, and logs you in.',
    lifetime: '7 days, or until you verify your address.',
  },
  {
    name: `${site.slug}_op_session`,
    isSigned: true,
    purpose: 'Remembers your login for applications that you log in to with this account.',
    lifetime: 'Until the browser is closed, or 30 days.',
  },
  {
    name: `${site.slug}_op_interaction`,
    isSigned: true,
    purpose: 'Ties a request of an application to the browser in which you answer it.',
    lifetime: '15 minutes.',
  },
  {
    name: `${site.slug}_op_resume`,
    isSigned: true,
    purpose: 'Leads back to the application after you have answered.',
    lifetime: '15 minutes.',
  },
  {
    name: `${site.slug}_theme`,
    isSigned: false,
    purpose: 'Light or dark. Set only when you choose one, removed when you choose System.',
    lifetime: '30 days, renewed by each visit.',
  },
];

export const cookies: Policy = {
  title: 'Cookies',
  lead: 'A handful of cookies, all of them ours, none kept for more than 30 days.',
  sections: [
    {
      title: 'What we do not do',
      paragraphs: [
        'We set no cookies for advertising, measurement or tracking, and no third party sets any here. There is no banner because every cookie below is needed for something you asked for.',
      ],
    },
    {
      title: 'The cookies we set',
      paragraphs: [
        'Cookies are kept at most 30 days. Over https, all names except that of the theme have __Secure- or __Host- before them. The names marked † come with a second cookie of the same name and .sig at its end, which holds a signature.',
      ],
      cookies: cookieList,
    },
    {
      title: 'Your choice',
      paragraphs: [
        'You can delete or refuse cookies in your browser. The public pages work without any; to stay logged in, and to log in to other applications with this account, all but those of the device and the theme are needed.',
        'Stripe sets cookies of its own on its payment pages and in its billing portal. They are described in Stripe’s cookie policy.',
      ],
    },
  ],
};
