import { ok, refused } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { VerifyEmail } from './verify-email.tsx';

export default { title: 'auth/Verify email' };

type Props = Partial<Parameters<typeof VerifyEmail>[0]>;
const story = (props: Props = {}) => (
  <StubScreen
    answers={{
      'POST /verify/email': [refused(503, 'unavailable', 'Please try again.'), ok({ status: 'ok', logged_in: false })],
      'POST /verify/resend': ok({ status: 'ok' }),
    }}
  >
    <VerifyEmail
      email="ada@example.com"
      token="0123456789"
      choosesPassword={false}
      returnUrl="/pricing"
      errorCode={undefined}
      done={undefined}
      {...props}
    />
  </StubScreen>
);

export const InTheBrowserThatSignedUp = () => story();
export const InAnotherBrowser = () => story({ choosesPassword: true });
export const VoidLink = () => story({ token: undefined });
export const WithoutAddress = () => story({ email: undefined, token: undefined });
export const Verified = () => story({ done: 'verified' });
/** The form was posted without JavaScript and refused. */
export const WithoutJavaScript = () => story({ choosesPassword: true, errorCode: 'passwords_differ' });
/** The link was used in the meantime. */
export const UsedInTheMeantime = () => (
  <StubScreen answers={{ 'POST /verify/email': refused(422, 'invalid', 'This verification link is invalid.') }}>
    <VerifyEmail
      email="ada@example.com"
      token="0123456789"
      choosesPassword={false}
      returnUrl={undefined}
      errorCode={undefined}
      done={undefined}
    />
  </StubScreen>
);
