'use client';

import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';

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

/**
 * Calls `onArmed(false)` when the page appears or comes to the front, and `onArmed(true)` after `armMs`. At the start,
 * calls neither if the page has already been visible for `armMs`. Calls `onRestore` when the browser restores the page
 * from the back/forward cache. Returns a function that stops watching.
 */
function watchAppearance(armMs: number, onArmed: (isArmed: boolean) => void, onRestore: () => void): () => void {
  let timer: number | undefined;
  const appear = (sinceMs: number) => {
    window.clearTimeout(timer);
    if (sinceMs >= armMs) return;
    onArmed(false);
    timer = window.setTimeout(() => onArmed(true), armMs - sinceMs);
  };
  const comeForward = () => appear(0);
  const restore = (event: PageTransitionEvent) => event.persisted && onRestore();
  window.addEventListener('focus', comeForward);
  window.addEventListener('pageshow', restore);
  document.addEventListener('visibilitychange', comeForward);
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  appear(paint ? performance.now() - paint.startTime : 0);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('focus', comeForward);
    window.removeEventListener('pageshow', restore);
    document.removeEventListener('visibilitychange', comeForward);
  };
}
