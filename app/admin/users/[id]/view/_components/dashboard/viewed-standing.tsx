import type { ReactNode } from 'react';
import { forecastText, hitRateText, nearText, shareText, silenceText } from '#components/standing/standing-text.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import type { StandingView } from '#lib/standing/views.ts';

type ViewedStandingProps = { standing: StandingView; status: string | null; now: number };

/** The strip on top of the user's dashboard, without its buttons. */
export function ViewedStanding({ standing, status, now }: ViewedStandingProps): ReactNode {
  switch (standing.standing) {
    case 'unpaid':
      return <Alert tone="error" text={`Your subscription is ${status ?? 'unpaid'}: your key does not work.`} />;
    case 'past_due':
      return <Alert tone="warning" text="Your payment failed. Your key still works while we try again." />;
    case 'over':
      return <Alert tone="warning" text={`You are over your daily limit: ${shareText(standing)}.`} />;
    case 'silent':
      return <Alert tone="warning" text={silenceText(standing, now)} />;
    case 'near':
      return (
        <Alert tone="warning" text={nearText(standing)}>
          <p className="text-ink">{forecastText(standing)}</p>
        </Alert>
      );
    case 'fine':
      return (
        <Alert tone="success" text="Your key works.">
          <p className="text-ink">{hitRateText(standing)}</p>
        </Alert>
      );
    default:
      return null;
  }
}
