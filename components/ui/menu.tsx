'use client';

import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState, type ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

/** The further actions of a row. `label` names the row, too. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <DropdownMenu.Root
      modal={false}
      open={place !== null}
      onOpenChange={(isOpen) => setPlace(isOpen ? placeOf(trigger.current) : null)}
    >
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={label}
        className={buttonClass({ variant: 'quiet', size: 'icon-sm' })}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto floating p-1"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The landmark or dialog that the menu belongs to. */
const placeOf = (trigger: HTMLElement | null) =>
  trigger?.closest<HTMLElement>('[role=dialog], [role=alertdialog], main') ?? document.body;

const ITEM =
  'flex min-h-9 items-center gap-2 rounded-sm px-3 text-small outline-none select-none data-disabled:opacity-60 data-highlighted:bg-sunken';

type MenuItemProps = {
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ isDanger = false, isDisabled = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={classNames(ITEM, 'cursor-pointer data-disabled:cursor-not-allowed', isDanger && 'text-red')}
    >
      {children}
    </DropdownMenu.Item>
  );
}

/** An action that is another page, maybe in a new tab. */
export function MenuLink({
  href,
  target,
  children,
}: {
  href: string;
  target?: '_blank' | undefined;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item asChild>
      <a href={href} target={target} className={ITEM}>
        {children}
      </a>
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 border-t" />;
}
