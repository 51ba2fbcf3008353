import { EmptyState } from '#components/ui/empty-state.tsx';

/** A list of the account page that has nothing in it. */
export function Empty({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-md border border-dashed">
      <EmptyState title={title} text={text} />
    </div>
  );
}
