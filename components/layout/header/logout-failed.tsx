import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { LogoutLink } from './logout-link.tsx';

export const LogoutFailed = () => (
  <div className="page pt-4">
    <Alert tone="error" text="Logging out failed. You may still be logged in.">
      <LogoutLink className={buttonClass({ variant: 'secondary', size: 'sm' })} />
    </Alert>
  </div>
);
