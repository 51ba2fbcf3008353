import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

const TONES = {
  info: { look: 'bg-sunken text-ink', Icon: Info, role: 'status' },
  success: { look: 'bg-signal-soft text-signal', Icon: CircleCheck, role: 'status' },
  warning: { look: 'bg-amber-soft text-amber', Icon: TriangleAlert, role: 'status' },
  error: { look: 'bg-red-soft text-red', Icon: TriangleAlert, role: 'alert' },
} as const;

/** Shows and announces what happened. Children, such as an action, are shown below the text. */
export function Alert({ tone, text, children }: { tone: keyof typeof TONES; text: string; children?: ReactNode }) {
  const { look, Icon, role } = TONES[tone];
  return (
    <div role={role} className={classNames('flex gap-3 rounded-md px-4 py-3 text-small', look)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="font-medium">{text}</p>
        {children}
      </div>
    </div>
  );
}
