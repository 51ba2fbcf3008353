import type { MailParts } from './parts/mail-parts.ts';
import { rendered, SAMPLES } from './samples.ts';

export default { title: 'emails/Mails' };

export const Account = () => <Mails of={SAMPLES.account} />;
export const Billing = () => <Mails of={SAMPLES.billing} />;
export const EmailAddress = () => <Mails of={SAMPLES['email-address']} />;
export const Keys = () => <Mails of={SAMPLES.keys} />;
export const SignIn = () => <Mails of={SAMPLES['sign-in']} />;

/** Each email as an inbox lists it, on a phone, on a desktop, and as text. A frame follows the chosen theme. */
const Mails = ({ of }: { of: Record<string, MailParts> }) => (
  <div className="space-y-16 p-6">
    {Object.entries(of).map(([name, parts]) => {
      const { subject, html, text } = rendered(parts);
      return (
        <section key={name} className="space-y-4">
          <h2 className="label-mono">{name}</h2>
          <p>
            <strong className="font-semibold">{subject}</strong> <span className="text-muted">{parts.preheader}</span>
          </p>
          <div className="flex flex-wrap items-start gap-6">
            {[360, 640].map((width) => (
              <iframe key={width} title={`${name}, ${width} pixels`} srcDoc={html} width={width} height={720} />
            ))}
            <pre className="max-w-2xl font-mono text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
          </div>
        </section>
      );
    })}
  </div>
);
