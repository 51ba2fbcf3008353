import { classNames } from '#components/ui/look/class-names.ts';
import { shorten } from '#lib/base/text/format.ts';
import { CopyButton } from './copy-button.tsx';

type CopyableProps = {
  value: string;
  /** Names what is copied. */
  label: string;
  /** Number of characters to show. Default: all. */
  shown?: number | undefined;
  copiedText?: string | undefined;
  /** Fills its line, with the button at the end. */
  isWide?: boolean;
};

/** A key, id or token, with a button that copies all of it. */
export function Copyable({ value, label, shown, copiedText, isWide = false }: CopyableProps) {
  return (
    <span className={classNames('max-w-full items-center gap-2', isWide ? 'flex justify-between' : 'inline-flex')}>
      {shown === undefined ? (
        <code className="min-w-0 font-mono text-small wrap-anywhere">{value}</code>
      ) : (
        <code className="min-w-0 overflow-hidden font-mono text-small text-ellipsis whitespace-nowrap">
          {shorten(value, shown)}
        </code>
      )}
      <CopyButton text={value} label={label} copiedText={copiedText} size="icon-sm" />
    </span>
  );
}
