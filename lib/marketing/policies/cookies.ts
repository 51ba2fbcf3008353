import type { Policy, PolicyCookie } from './policy.ts';

/** Every cookie that we set. A browser test compares the list with what a browser holds (S85). */
export const cookieList: readonly PolicyCookie[] = [
  {
    name: 'next-auth.session-token',
    isSigned: false,
    purpose: 'Keeps you logged in. Set when you log in, removed when you log out.',
    lifetime: '30 days. Without use, our side ends the session after 7 days.',
  },
  {
    name: 'device',
    isSigned: false,
    purpose:
      'Tells a browser you have used before from a new one, so that you get an email about a login from a new one.',
    lifetime: '30 days, renewed by each login.',
  },
  {
    name: 'login_challenge',
    isSigned: false,
    purpose: 'Ties the second step of a login, or a passkey, to the browser in which it began.',
    lifetime: '5 minutes.',
  },
  {
    name: 'sign_up',
    isSigned: false,
    purpose:
      'Recognises the browser in which you signed up: only there, the emailed link turns on the password that you typed, and logs you in.',
    lifetime: '7 days, or until you verify your address.',
  },
  {
    name: 'op.session',
    isSigned: true,
    purpose: 'Remembers your login for applications that you log in to with this account.',
    lifetime: 'Until the browser is closed, or 30 days.',
  },
  {
    name: 'op.interaction',
    isSigned: true,
    purpose: 'Ties a request of an application to the browser in which you answer it.',
    lifetime: '15 minutes.',
  },
  {
    name: 'op.resume',
    isSigned: true,
    purpose: 'Leads back to the application after you have answered.',
    lifetime: '15 minutes.',
  },
  {
    name: 'theme',
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
        'Cookies are kept at most 30 days. Over https, names begin with __Secure- or __Host-, except theme. The names marked † come with a second cookie of the same name and .sig at its end, which holds a signature.',
      ],
      cookies: cookieList,
    },
    {
      title: 'Your choice',
      paragraphs: [
        'You can delete or refuse cookies in your browser. The public pages work without any; to stay logged in, and to log in to other applications with this account, all but device and theme are needed.',
        'Stripe sets cookies of its own on its payment pages and in its billing portal. They are described in Stripe’s cookie policy.',
      ],
    },
  ],
};
