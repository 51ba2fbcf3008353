import { Doctor } from '#components/doctor/doctor.tsx';

/** Lets an admin ask what the storage hosts see of any address. */
export function CheckAnyConnection() {
  return (
    <section aria-labelledby="check-title" className="mt-10 space-y-4 border-t pt-8 *:max-w-measure">
      <h2 id="check-title" className="text-title font-semibold">
        Check a connection
      </h2>
      <Doctor asker="admin" />
    </section>
  );
}
