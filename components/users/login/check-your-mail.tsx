import { Breakable } from '#components/ui/data/breakable.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { inWords, promises } from '#lib/promises.ts';
import { texts } from '#components/users/error-texts.ts';
import { ResendVerification } from './resend-verification.tsx';

type CheckYourMailProps = { email: string; returnUrl: string | undefined; onCorrect: () => void };

/** Instructions after a sign-up: the user opens the mailed link in this browser, and needs no login. */
export function CheckYourMail({ email, returnUrl, onCorrect }: CheckYourMailProps) {
  return (
    <form method="post" aria-label="Check your email" className="space-y-4">
      <input type="hidden" name="email" value={email} />
      {returnUrl && <input type="hidden" name="return_url" value={returnUrl} />}
      <Alert tone="success" text={texts.signUpSuccess} />
      <p>
        We sent a link to{' '}
        <strong className="font-semibold wrap-anywhere">
          <Breakable text={email} />
        </strong>
        . Open it in this browser within {inWords(promises.mailedLink)}
        {returnUrl ? ', and you continue from there' : ''}. If it is not there in a minute, look in your spam folder.
      </p>
      <div className="flex flex-wrap gap-3">
        <ResendVerification getEmail={() => email} returnUrl={returnUrl} />
        <Button variant="secondary" onClick={onCorrect}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
