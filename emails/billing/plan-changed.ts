import { withQuantity } from '#lib/base/text/format.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type PlanChangedProps = Bought & {
  quantity: number;
  what: 'changed' | 'scheduled' | 'waiting' | 'kept' | 'cancelled' | 'resumed';
  /** the day from which it holds, such as `12 July 2026`; null: now */
  on: string | null;
  /** the amount charged or due, such as `£30.00`; null: nothing */
  charged: string | null;
  /** of the plan, such as `30,000 emails a day (60,000 requests)`; null for a plan that is not in the catalogue */
  limit: string | null;
  /** the next charge, such as `£50.00 on 12 July 2026`; null: not known, or none */
  next: string | null;
  url: string;
  supportMail: string;
};
export const sample: PlanChangedProps = {
  ...sampleBought,
  quantity: 2,
  what: 'changed',
  on: null,
  charged: '£30.00',
  limit: '60,000 emails a day (120,000 requests)',
  next: '£60.00 on 12 July 2026',
  url: 'https://premium.example/plan',
  supportMail: 'support@premium.example',
};

type Texts = Pick<MailParts, 'subject' | 'preheader'> & { intro: string; label: string };

/** Sent once for each change that a customer makes: what holds now, and what comes next. */
export function planChanged(props: PlanChangedProps): MailParts {
  const { what, charged, quantity, limit, next, url, supportMail } = props;
  const name = withQuantity(props.plan, quantity);
  const { subject, preheader, intro, label } = textsOf(what, name, props.on ?? '', charged);
  return {
    subject,
    preheader,
    heading: subject,
    intro: [intro],
    figures: [
      ...boughtFigures(props),
      ['Quantity', String(quantity)],
      ...(limit ? [['Daily limit', limit] as const] : []),
      ...(charged ? [[what === 'waiting' ? 'To pay' : 'Charged', charged] as const] : []),
      ...(next ? [['Next charge', next] as const] : []),
    ],
    action: { label, url },
    outro: [questions(supportMail)],
  };
}

function textsOf(what: PlanChangedProps['what'], name: string, on: string, charged: string | null): Texts {
  switch (what) {
    case 'changed':
      return {
        subject: `You are on ${name} now`,
        preheader: 'The new limits hold from this moment, with the same key.',
        intro: `Your plan is ${name} now. ${charged ? `${charged} was charged.` : 'Nothing was charged today.'} Your key stays the same.`,
        label: 'See your plan',
      };
    case 'scheduled':
      return {
        subject: `You change to ${name} on ${on}`,
        preheader: 'Until then everything stays as it is.',
        intro: `Your plan changes to ${name} on ${on}. You have paid until then, and keep your present limits.`,
        label: 'Keep my plan',
      };
    case 'waiting':
      return {
        subject: `Your change to ${name} waits for its payment`,
        preheader: 'You keep your present plan until it is paid.',
        intro: `The payment${charged ? ` of ${charged}` : ''} for ${name} is not complete. You keep your present plan until it is.`,
        label: 'Complete the payment',
      };
    case 'kept':
      return {
        subject: `You stay on ${name}`,
        preheader: 'Nothing changes: same limits, same price, same key.',
        intro: `The planned change is dropped. Your plan stays ${name}.`,
        label: 'See your plan',
      };
    case 'cancelled':
      return {
        subject: `Your plan ends on ${on}`,
        preheader: 'Your key works until then. Nothing more is charged.',
        intro: `You cancelled ${name}. Your key works until ${on}, and nothing more is charged. You can resume your plan until then.`,
        label: 'Keep my plan',
      };
    case 'resumed':
      return {
        subject: `Your plan continues: ${name}`,
        preheader: 'The cancellation is taken back.',
        intro: `Your plan ${name} continues, with the same key and the same dates.`,
        label: 'See your plan',
      };
  }
}
