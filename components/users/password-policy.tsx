'use client';

import { Check, Circle } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { classNames } from '#components/ui/look/class-names.ts';
import { judgePassword, PASSWORD_MIN } from '#lib/auth/password.ts';

/** Shows which rules of the password policy the typed password meets (S5). */
export function PasswordPolicy({ name }: { name: string }) {
  const value: unknown = useWatch({ name });
  const { longEnough, classes, classCount, acceptable } = judgePassword(typeof value === 'string' ? value : '');
  return (
    <div className="space-y-1.5 text-small">
      <ul className="space-y-1">
        <Rule met={longEnough}>At least {PASSWORD_MIN} characters</Rule>
        <li className="flex items-center gap-2 text-muted">
          <Circle aria-hidden="true" className="size-4 shrink-0 p-0.75" />
          Not a common password (checked when you submit)
        </li>
        <Rule met={classCount >= 3}>At least 3 of these 4:</Rule>
      </ul>
      <ul className="grid gap-x-4 gap-y-1 pl-6 min-[25rem]:grid-cols-2">
        {classes.map(({ name: key, label, met }) => (
          <Rule key={key} met={met}>
            {label}
          </Rule>
        ))}
      </ul>
      <p role="status" className="min-h-5 font-medium text-signal">
        {acceptable && 'Password meets all requirements!'}
      </p>
    </div>
  );
}

function Rule({ met, children }: { met: boolean; children: React.ReactNode }) {
  const Icon = met ? Check : Circle;
  return (
    <li className={classNames('flex items-center gap-2', met ? 'text-signal' : 'text-muted')}>
      <Icon aria-hidden="true" className={classNames('size-4 shrink-0', !met && 'p-0.75')} />
      <span>
        {children}
        <span className="sr-only">{met ? ' (met)' : ' (not met)'}</span>
      </span>
    </li>
  );
}
