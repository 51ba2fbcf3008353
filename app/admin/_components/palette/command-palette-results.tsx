import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { paths, withQuery } from '#lib/base/paths.ts';
import { shorten } from '#lib/base/text/format.ts';
import type { PaletteAction, StartedAction } from './palette-actions.ts';
import type { Palette } from './use-palette.ts';

type ResultsProps = Palette & {
  text: string;
  /** the action for which the user chooses a user or a key */
  action: PaletteAction | null;
  onChoose: (href: string) => void;
  onAction: (action: PaletteAction) => void;
  onAct: (started: StartedAction) => void;
};

const KEY_SHOWN = 20;

/** The results in groups, with the state of the search below them. */
export function CommandPaletteResults({ pages, actions, users, keys, text, ...props }: ResultsProps) {
  const { action, onChoose, onAction, onAct, ...search } = props;
  const isEmpty = !pages.length && !actions.length && !users.length && !keys.length;
  const isAsking = action !== null && text === '';
  return (
    <>
      <Command.List label="Results" className="max-h-[min(24rem,55dvh)] scroll-py-2 overflow-y-auto p-2 empty:p-0">
        <Group heading="Pages" isShown={pages.length > 0}>
          {pages.map(({ href, label }) => (
            <Item key={href} value={`page ${href}`} onSelect={() => onChoose(href)}>
              {label}
            </Item>
          ))}
        </Group>
        <Group heading="Actions" isShown={actions.length > 0}>
          {actions.map((each) => (
            <Item key={each.name} value={`action ${each.name}`} onSelect={() => onAction(each)}>
              {each.label}…
            </Item>
          ))}
        </Group>
        <Group heading="Users" isShown={users.length > 0}>
          {users.map(({ id, email, is_admin: isAdmin, is_blocked: isBlocked }) => (
            <Item
              key={id}
              value={`user ${id}`}
              onSelect={() => (action ? onAct({ action: action.name, id, email }) : onChoose(paths.adminUser(id)))}
            >
              <span className="min-w-0 flex-1 truncate">{email ?? `No Email, ${id}`}</span>
              {isAdmin && <Badge tone="info">Admin</Badge>}
              {isBlocked && <Badge tone="bad">Blocked</Badge>}
            </Item>
          ))}
        </Group>
        <Group heading="Keys" isShown={keys.length > 0}>
          {keys.map((key) => (
            <Item
              key={key.public_key}
              value={`key ${key.public_key}`}
              onSelect={() =>
                action ? onAct({ action: action.name, description: key.description }) : onChoose(keyAddress(key))
              }
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{key.description}</span>
                <span className="block truncate text-label text-muted">
                  <code className="font-mono">{shorten(key.public_key, KEY_SHOWN)}</code>
                  {key.email && ` ${key.email}`}
                </span>
              </span>
              {key.state !== 'on' && <Badge tone="warning">{key.state}</Badge>}
            </Item>
          ))}
        </Group>
      </Command.List>
      <SearchStatus {...search} text={text} isEmpty={isEmpty && !isAsking} />
    </>
  );
}

const keyAddress = ({ description, state }: Palette['keys'][number]) =>
  withQuery(paths.adminKeys, { search: description, deleted: state === 'deleted' ? 'true' : undefined });

function Group({ heading, isShown, children }: { heading: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <Command.Group
      heading={heading}
      className="pb-1 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-label [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2 rounded-sm px-3 py-1.5 text-small select-none data-[selected=true]:bg-sunken"
    >
      {children}
    </Command.Item>
  );
}

type SearchStatusProps = Pick<Palette, 'isSearching' | 'error' | 'retry'> & { text: string; isEmpty: boolean };

function SearchStatus({ isSearching, error, retry, text, isEmpty }: SearchStatusProps) {
  if (error)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 border-t px-5 py-3 text-small text-red">
        <span>The search failed. {error.message}</span>
        <Button variant="secondary" size="sm" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  const says = isSearching ? 'Searching users and keys…' : isEmpty ? `No results for “${text}”.` : '';
  return (
    <p role="status" className="border-t px-5 py-3 text-small wrap-anywhere text-muted">
      {says || (
        <>
          <kbd className="font-mono">↑</kbd> <kbd className="font-mono">↓</kbd> choose,{' '}
          <kbd className="font-mono">Enter</kbd> opens, <kbd className="font-mono">Esc</kbd> closes
        </>
      )}
    </p>
  );
}
