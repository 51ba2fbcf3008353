import type { Guide } from '#lib/guides/guide.ts';
import { paths } from '#lib/paths.ts';

/** The guides of the other platforms without JavaScript: folded, and short. The command holds the complete files. */
export function OtherPlatforms({ guides }: { guides: readonly Guide[] }) {
  return (
    <div className="space-y-2">
      <h3 className="font-medium">Other platforms</h3>
      {guides.map(({ id, name, where, trap, install, undo }) => (
        <details key={id} name="platform">
          <summary>{name}</summary>
          <p>Run it {where}.</p>
          <p>{trap}</p>
          <pre className="overflow-x-auto">{install}</pre>
          <p>Undo:</p>
          <pre className="overflow-x-auto">{undo}</pre>
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
