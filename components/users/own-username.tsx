'use client';

import { Username } from '#components/form/username.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';

/** For a form that asks for the password of the logged-in user. */
export function OwnUsername() {
  const email = useUserStatus().data?.email;
  return email && <Username email={email} />;
}
