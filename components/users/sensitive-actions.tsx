'use client';

import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { FreshLoginTexts } from './fresh-login-dialog.tsx';
import { orLogin } from '#lib/api-client/or-login.ts';

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

/** Lets the actions below it ask for the password again. Once per layout. */
export function SensitiveActions({ children }: { children: ReactNode }) {
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
 * Runs an action that needs a fresh login. If the login is older than ten minutes, a dialog asks for the password,
 * then the action is repeated. Resolves to null if the user closes the dialog. Throws what the action throws.
 */
export function useSensitiveAction() {
  const ask = use(AskContext);
  return async <T,>(action: () => Promise<T>, { isAlwaysAsked = false, ...texts }: Options = {}): Promise<T | null> => {
    if (isAlwaysAsked && !(await ask(texts))) return null;
    try {
      return await orLogin(action());
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reauthentication_required')) throw error;
      return (await ask(texts)) ? orLogin(action()) : null;
    }
  };
}
