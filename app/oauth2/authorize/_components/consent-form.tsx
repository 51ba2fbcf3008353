'use client';

import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { watchAppearance } from './watch-appearance.ts';

type ConsentFormProps = { action: string; /** Unix milliseconds */ shownAt: number; armMs: number };

/**
 * Two buttons of a plain form. A press is ignored until they have been visible for half a second, because it may be the
 * second click of a double click on the previous page. Without JavaScript, CSS (`arming`) and the server enforce this.
 */
export function ConsentForm({ action, shownAt, armMs }: ConsentFormProps) {
  const [isArmed, setIsArmed] = useState(true);
  const armed = useRef(true); // the same as isArmed, but current before the next render
  const [sent, setSent] = useState<'authorize' | 'deny' | null>(null);
  const [isTooSoon, setIsTooSoon] = useState(false);
  const decision = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const arm = (value: boolean) => setIsArmed((armed.current = value));
    return watchAppearance(armMs, arm, () => setSent(null));
  }, [armMs]);

  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    const button = event.nativeEvent.submitter;
    const choice = button instanceof HTMLButtonElement && button.value === 'authorize' ? 'authorize' : 'deny';
    setIsTooSoon(!armed.current);
    if (!armed.current || sent || !decision.current) return event.preventDefault();
    decision.current.value = choice; // a disabled button sends no value
    setSent(choice);
  };
  return (
    <form method="post" action={action} onSubmit={submit} className="space-y-3">
      <input type="hidden" name="shown_at" value={shownAt} />
      <input type="hidden" name="decision" ref={decision} />
      <div className={classNames('grid arming grid-cols-2 gap-3', isArmed ? undefined : 'unarmed')}>
        <Button type="submit" name="decision" value="deny" variant="secondary" size="lg" disabled={sent !== null}>
          Deny
        </Button>
        <Button type="submit" name="decision" value="authorize" size="lg" disabled={sent !== null}>
          {sent === 'authorize' ? 'Authorizing...' : 'Authorize'}
        </Button>
      </div>
      <p role="status" className="text-small text-amber empty:hidden">
        {isTooSoon && 'That was quick. Please read what the application asks for, then press again.'}
      </p>
    </form>
  );
}
