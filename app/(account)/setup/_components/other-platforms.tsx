import type { Guide } from '#lib/guides/guide.ts';
import { paths } from '#lib/paths.ts';

const COMMAND = 'overflow-x-auto rounded-md border bg-sunken p-4 font-mono text-small';

/** Without JavaScript: the other platforms' guides, folded, and shortened to the command that writes the files. */
export function OtherPlatforms({ guides }: { guides: readonly Guide[] }) {
  return (
    <div className="space-y-2">
      <h3 className="font-medium">Other platforms</h3>
      {guides.map(({ id, name, where, trap, install, undo }) => (
        <details key={id} name="platform" className="space-y-3">
          <summary className="w-fit font-medium">{name}</summary>
          <p>Run it {where}.</p>
          <p>{trap}</p>
          <pre className={COMMAND}>{install}</pre>
          <p>Undo:</p>
          <pre className={COMMAND}>{undo}</pre>
          <p>
            <a href={paths.setupArchive(id, 'on')} className="underline underline-offset-4">
              Download with your key, after a login
            </a>
          </p>
        </details>
      ))}
    </div>
  );
}
