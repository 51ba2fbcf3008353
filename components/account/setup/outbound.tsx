import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { INBOUND_ONLY } from '#lib/guides/inbound-only.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { Step } from './step.tsx';

const CODE = 'font-mono wrap-anywhere text-ink';

/** Which mail counts toward the limit, and the setting that excludes outbound and local mail. */
export function Outbound({ guide: { id } }: { guide: Guide }) {
  return (
    <Step id="outbound" title="Outbound and local mail counts">
      <p className="max-w-measure text-muted">
        Rspamd asks the storages about every message that it checks, also those that your own users and networks send.
        They count toward the daily limit.
      </p>
      {id === 'other-filter' ? (
        <>
          <p className="max-w-measure text-muted">
            Here Postfix chooses what the filter checks. Take the submission services out in{' '}
            <code className={CODE}>/etc/postfix/master.cf</code>, below each of them:
          </p>
          <CodeBlock title="/etc/postfix/master.cf" code="  -o smtpd_milters=" />
        </>
      ) : (
        <>
          <p className="max-w-measure text-muted">
            These lines skip all fuzzy checks for logged-in users and for the networks in{' '}
            <code className={CODE}>local_addrs</code>. {placeOf(id)}
          </p>
          <CodeBlock title="settings.conf" code={INBOUND_ONLY} fileName="settings.conf" />
        </>
      )}
    </Step>
  );
}

const placeOf = (id: Guide['id']) =>
  id === 'nixos' ? (
    <>
      Put them into <code className={CODE}>services.rspamd.locals.&quot;settings.conf&quot;.text</code>.
    </>
  ) : (
    <>
      Add them to <code className={CODE}>settings.conf</code> in the folder of the file{' '}
      <code className={CODE}>fuzzy_check.conf</code> of step 1, and reload Rspamd.
    </>
  );
