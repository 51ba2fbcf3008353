import { useId, type ComponentProps, type ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';

type SearchedChoicesProps = Pick<ComponentProps<'input'>, 'type' | 'placeholder'> & {
  legend: string;
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Why the choices failed to load. Shown only if no choices have loaded. */
  failure: string | undefined;
  onRetry: () => void;
  /** The choices; null while they load. */
  children: ReactNode;
};

/** A search above a list of choices. Enter in its field does not submit the surrounding form. */
export function SearchedChoices({ legend, label, search, onSearch, ...props }: SearchedChoicesProps) {
  const id = useId();
  const { failure, onRetry, children, ...input } = props;
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{legend}</legend>
      <Field id={id} label={label}>
        <Input
          id={id}
          value={search}
          autoComplete="off"
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...input}
        />
      </Field>
      {children ??
        (failure === undefined ? (
          <SkeletonText lines={3} />
        ) : (
          <p role="alert" className="flex items-center justify-between gap-3 text-small text-red">
            {failure}
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Retry
            </Button>
          </p>
        ))}
    </fieldset>
  );
}
