import { ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { EmailLink } from './email-link.tsx';

export default { title: 'auth/Mailed link of a new address' };

type StoryProps = Partial<Parameters<typeof EmailLink>[0]> & { answers?: [StubAnswer, ...StubAnswer[]] };

const Story = ({ answers = [ok({ status: 'ok' })], ...props }: StoryProps) => (
  <StubScreen answers={{ 'POST /change/email/confirm': answers, 'POST /change/email/undo': answers }}>
    <EmailLink action="confirm" token="0123456789" errorCode={undefined} isDone={false} {...props} />
  </StubScreen>
);
const LIMITED = refused(429, 'rate_limited', 'Too many attempts. Please wait a moment and try again.');
const VOID = refused(422, 'invalid', 'No such change.');

export const Confirming = () => <Story answers={[LIMITED, ok({ status: 'ok' })]} />;
export const Undoing = () => <Story action="undo" answers={[VOID]} />;
export const WithoutToken = () => <Story token={undefined} />;
/** The page after the form was posted without JavaScript. */
export const RateLimitedForm = () => <Story errorCode="rate_limited" answers={[VOID]} />;
export const DoneByForm = () => <Story action="undo" isDone token={undefined} />;
