import { Empty } from './empty.tsx';
import { Part } from './part.tsx';

/** The applications that may use the account. */
export function ConnectedApps() {
  return (
    <Part id="connected-apps" text="Applications that you allowed to know who you are.">
      <Empty
        title="No connected apps"
        text="When you log in to another site with this account, it is listed here, and you can take its access away."
      />
    </Part>
  );
}
