import { NEAR_PERCENT } from '#lib/base/promises.ts';
import { formatCount, TIERS } from '#lib/marketing/tiers.ts';

const { emails } = TIERS.Starter;

const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'What counts as an email?',
    answer: `Each message that your Rspamd checks. A message may be looked up in two storages, so ${formatCount(emails)} emails a day are ${formatCount(2 * emails)} requests. All your servers share the limit.`,
  },
  {
    question: 'What happens above the limit?',
    answer: `Requests above your rate may be refused. Rspamd then filters that mail without our hashes; nothing is lost. You get a mail at ${NEAR_PERCENT}% of the limit and when it is reached, and can raise it at any time.`,
  },
  {
    question: 'Is VAT included?',
    answer: 'No. VAT is added where it applies, by your country and VAT number. The checkout shows it before you pay.',
  },
  {
    question: 'How do I pay, and do I get invoices?',
    answer:
      'Through Stripe, for a month or a year in advance. Each payment has an invoice as a PDF in your account. For other ways to pay, contact sales.',
  },
  {
    question: 'Can I change the plan?',
    answer:
      'At any time, plan, quantity and billing period. Your key stays the same. You see what is due today, with the next invoice and from then on before you confirm.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'With two clicks in your account, at any time. Your key works until the end of the paid period. To uninstall, run the command under “Undo it later” of the setup guide.',
  },
];

/** Questions and answers below the prices. */
export function PricingQuestions() {
  return (
    <section aria-labelledby="questions-title" className="border-t">
      <div className="page py-16 sm:py-24">
        <h2 id="questions-title" className="text-heading font-semibold tracking-tight">
          Questions
        </h2>
        <dl className="mt-8 grid gap-x-16 gap-y-8 md:grid-cols-2">
          {QUESTIONS.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-medium">{question}</dt>
              <dd className="mt-1 max-w-measure text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
