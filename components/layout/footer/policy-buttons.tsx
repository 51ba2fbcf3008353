import type { Policy } from '#lib/marketing/policies/policy.ts';

/** Buttons that open the policies in a dialog. Without JavaScript, each opens the policy's page. */
export function PolicyButtons({ policies }: { policies: Readonly<Record<string, Policy>> }) {
  return (
    <form className="-mx-3 flex">
      {Object.entries(policies).map(([name, { title }]) => (
        <button
          key={name}
          type="submit"
          formAction={`/${name}`}
          data-dialog={name}
          className="h-10 rounded-md px-3 text-small text-muted hover:bg-sunken hover:text-ink"
        >
          {title}
        </button>
      ))}
    </form>
  );
}
