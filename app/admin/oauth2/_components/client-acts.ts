'use client';

import { createContext, use } from 'react';
import type { OAuthClientView } from '#lib/oauth/views.ts';

/** What an admin can do here, each in a dialog. */
export type ClientAct =
  { kind: 'create' } | { kind: 'edit' | 'tokens' | 'regenerate' | 'delete'; client: OAuthClientView };

export const ClientActContext = createContext<(act: ClientAct) => void>(() => undefined);

/** Opens the dialog of an act. */
export const useClientAct = () => use(ClientActContext);
