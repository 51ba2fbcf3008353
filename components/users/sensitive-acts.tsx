'use client';

import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
import { ApiError } from '#lib/http/api-client.ts';
import type { FreshLoginTexts } from './fresh-login-dialog.tsx';
import { orLogin } from '#lib/http/or-login.ts';

type Ask = (texts: Partial<FreshLoginTexts>) => Promise<boolean>;
type Question = { texts: Partial<FreshLoginTexts>; answer: (isProven: boolean) => void };
type Options = Partial<FreshLoginTexts> & {
  /** Asks for the password even when the login is fresh. */
  isAlwaysAsked?: boolean;
};

const AskContext = createContext<Ask>(async () => false);
const FreshLoginDialog = lazy(() =>
  import('./fresh-login-dialog.tsx').then((module) => ({ default: module.FreshLoginDialog })),
);

/** Where acts below may ask for the password again; once per layout. */
export function SensitiveActs({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask: Ask = (texts) => new Promise((answer) => setQuestion({ texts, answer }));
  const answer = (isProven: boolean) => {
    setQuestion(null);
    question?.answer(isProven);
  };
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <FreshLoginDialog {...question.texts} onProven={() => answer(true)} onClose={() => answer(false)} />
        </Suspense>
      )}
    </AskContext>
  );
}

/**
 * Runs an act that needs a login within ten minutes (decisions §4): when it is older, a dialog asks for the password, and
 * the act goes on by itself. Null when the person closes the dialog instead. Throws what the act throws.
 */
export function useSensitiveAct() {
  const ask = use(AskContext);
  return async <T,>(act: () => Promise<T>, { isAlwaysAsked = false, ...texts }: Options = {}): Promise<T | null> => {
    if (isAlwaysAsked && !(await ask(texts))) return null;
    try {
      return await orLogin(act());
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reauthentication_required')) throw error;
      return (await ask(texts)) ? orLogin(act()) : null;
    }
  };
}
