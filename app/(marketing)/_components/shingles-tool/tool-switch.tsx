'use client';

import { useState, type ComponentType, type ReactNode } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';

type Tool = ComponentType<{ onClose: () => void }>;

/** The drawing, and a button that replaces it with the tool. The tool is loaded when the button is first pressed. */
export function ToolSwitch({ children }: { children: ReactNode }) {
  const [Tool, setTool] = useState<Tool | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isHydrated = useHydrated();
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setHasFailed(false);
    import('./shingles-tool.tsx')
      .then(({ ShinglesTool }) => setTool(() => ShinglesTool))
      .catch(() => setHasFailed(true));
  };
  const close = () => {
    setWasOpen(true);
    setTool(null);
  };
  if (Tool) return <Tool onClose={close} />;
  return (
    <>
      {children}
      <div className="mt-4 h-10">
        {isHydrated && (
          <button
            type="button"
            autoFocus={wasOpen} // oxlint-disable-line jsx-a11y/no-autofocus -- it follows a press in the tool
            className={buttonClass({ variant: 'secondary' })}
            onClick={open}
          >
            {hasFailed ? 'Could not load. Try again' : 'Try it with your own message'}
          </button>
        )}
      </div>
    </>
  );
}
