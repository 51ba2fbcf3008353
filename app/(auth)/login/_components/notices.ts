import { texts } from '#components/users/error-texts.ts';

/** What `?notice=` of a plain form's answer says (decisions §4). */
export const NOTICES: Readonly<Record<string, string>> = {
  signed_up: texts.signUpSuccess,
  verified: 'Your email address is verified. You can log in now.',
  reset_sent: texts.forgotSuccess,
};
