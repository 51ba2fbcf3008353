'use client';

import { createContext, use } from 'react';
import type { OAuthClientView } from '#lib/oauth/views.ts';

/** The actions on clients. Each has a dialog. */
export type ClientAction =
  | { kind: 'create' }
  | { kind: 'edit' | 'tokens' | 'regenerate' | 'block' | 'delete'; client: OAuthClientView };

export const ClientActionContext = createContext<(action: ClientAction) => void>(() => undefined);

/** Returns the function that opens an action's dialog. */
export const useClientAction = () => use(ClientActionContext);
