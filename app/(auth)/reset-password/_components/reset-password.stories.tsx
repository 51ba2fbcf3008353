import { ok, refused } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ResetPassword } from './reset-password.tsx';

export default { title: 'auth/Reset password' };

const story = (errorText?: string) => (
  <StubScreen
    answers={{
      'POST /reset/email': [refused(422, 'invalid', 'This link is invalid or has expired.'), ok({ status: 'ok' })],
      'POST /forgot/email': ok({ status: 'ok' }),
    }}
  >
    <ResetPassword email="ada@example.com" token="0123456789" errorText={errorText} />
  </StubScreen>
);

export const Ready = () => story();
/** The page after the form was posted without JavaScript and refused. */
export const WithoutJavaScript = () => story('Too many attempts. Please wait a moment and try again.');
