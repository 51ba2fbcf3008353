'use client';

import { Check, ChevronDown, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState, type ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';

type MenuProps = {
  /** Names the menu. The label of a row's menu also names the row. */
  label: string;
  /** Shown on the button instead of the dots. Screen readers then announce it instead of `label`. */
  text?: string | undefined;
  size?: 'sm' | undefined;
  children: ReactNode;
};

/** More actions of a row, or the choices of a toolbar. */
export function Menu({ label, text, size, children }: MenuProps) {
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
        aria-label={text === undefined ? label : undefined}
        className={classNames(
          buttonClass(text === undefined ? { variant: 'quiet', size: 'icon-sm' } : { variant: 'secondary', size }),
          'max-w-full',
        )}
      >
        {text !== undefined && <span className="min-w-0 truncate">{text}</span>}
        {text === undefined ? (
          <Ellipsis aria-hidden="true" className="size-4" />
        ) : (
          <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
        )}
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

/** The element to put the menu in: the dialog that contains the trigger, or else the main content. */
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

/** A menu item that opens another page. */
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

type MenuChoicesProps<V extends string> = {
  label: string;
  value: V | null;
  options: readonly { value: V; label: string }[];
  /** Also called for the current value, so that a second press can clear it. */
  onChoose: (value: V) => void;
};

/** A group of values, of which at most one is chosen. */
export function MenuChoices<V extends string>({ label, value, options, onChoose }: MenuChoicesProps<V>) {
  return (
    <DropdownMenu.RadioGroup value={value ?? ''} aria-label={label}>
      <DropdownMenu.Label className="px-3 pt-2 pb-1 text-label text-muted">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onChoose(option.value)}
          className={classNames(ITEM, 'cursor-pointer pl-8')}
        >
          <DropdownMenu.ItemIndicator className="-ml-5.5">
            <Check aria-hidden="true" className="size-3.5" />
          </DropdownMenu.ItemIndicator>
          {option.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 border-t" />;
}
