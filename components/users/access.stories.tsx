import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { AccessPanel } from './login/access-panel.tsx';
import { SecondFactorForm } from './login/second-factor-form.tsx';

export default { title: 'users/Login and sign-up' };

const LOGIN = 'POST /login/email';
const SIGN_UP = 'POST /signup/email';
const login = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <AccessPanel initialTab="login" />
  </StubServer>
);
const signUp = (answers: StubAnswers, returnUrl?: string) => (
  <StubServer answers={answers}>
    <AccessPanel initialTab="signup" returnUrl={returnUrl} />
  </StubServer>
);

const WRONG_PASSWORD = refused(401, 'unauthenticated', 'The email or password is incorrect.');
const BUSY = refused(503, 'unavailable', 'The service is not available right now.');

export const LoggingIn = () => login({ [LOGIN]: 'waiting' });
export const WrongPassword = () => login({ [LOGIN]: WRONG_PASSWORD });
/** The third login succeeds; the second request for a reset email is refused. */
export const Retries = () =>
  login({
    [LOGIN]: [WRONG_PASSWORD, WRONG_PASSWORD, ok({ status: 'ok' })],
    'POST /forgot/email': [ok({ status: 'ok' }), BUSY],
  });
/** Every request fails without a response. */
export const LoginUnreachable = () => login({});
export const LoggedIn = () => (
  <StubServer answers={{ [LOGIN]: ok({ status: 'ok' }) }}>
    <AccessPanel initialTab="login" returnUrl="/#arrived" />
  </StubServer>
);
export const Unverified = () =>
  login({
    [LOGIN]: refused(403, 'email_not_verified', 'Please verify your email address before logging in.'),
    'POST /verify/resend': ok({ status: 'ok' }),
  });
export const TooManyLogins = () =>
  login({
    [LOGIN]: refused(429, 'rate_limited', 'Too many attempts. Please wait a moment and try again.', {
      retryAfterSeconds: 90,
    }),
  });
export const TwoFactor = () => login({ [LOGIN]: ok({ status: 'totp_required' }) });
export const ForgottenPassword = () => login({ 'POST /forgot/email': ok({ status: 'ok' }) });

export const WrongCode = () => (
  <StubServer
    answers={{ 'POST /login/totp': refused(422, 'invalid', 'The code is incorrect. Please try the next one.') }}
  >
    <SecondFactorForm />
  </StubServer>
);

export const SigningUp = () => signUp({ [SIGN_UP]: ok({ status: 'ok' }), 'POST /verify/resend': ok({ status: 'ok' }) });
export const SigningUpToBuy = () => signUp({ [SIGN_UP]: ok({ status: 'ok' }) }, '/buy?small=1&yearly=1&test=1');
export const SignUpUnreachable = () => signUp({});
export const WeakPassword = () =>
  signUp({ [SIGN_UP]: refused(422, 'weak_password', 'This password is among the most common ones.') });

/** The page after the form was posted without JavaScript and refused. */
export const WithoutJavaScript = () => (
  <StubServer answers={{}}>
    <AccessPanel initialTab="login" errorCode="unauthenticated" />
  </StubServer>
);
