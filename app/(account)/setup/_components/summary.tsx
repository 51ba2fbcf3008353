import { useContacts } from '#components/layout/footer/contacts.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/paths.ts';
import { inWords, promises } from '#lib/promises.ts';
import { site } from '#lib/site.ts';
import { Step } from './step.tsx';

const SECONDARY = buttonClass({ variant: 'secondary' });

export function Summary() {
  const { supportMail } = useContacts();
  return (
    <Step id="summary" title="4. Summary">
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>Rspamd asks the premium and the bulk storage about each message.</li>
        <li>You decide the score of a match.</li>
        <li>Updates come from the stable repository.</li>
        <li>A new key works within {inWords(promises.keyChange)}; the dashboard shows the first requests.</li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <a href={paths.dashboard} className={buttonClass()}>
          Go to dashboard
        </a>
        <a href={site.links.documentation} className={SECONDARY}>
          Documentation
        </a>
        <a href={paths.api} className={SECONDARY}>
          API
        </a>
        <a href={`mailto:${supportMail}`} className={SECONDARY}>
          Contact support
        </a>
      </div>
    </Step>
  );
}
