import { FileBlock } from '#components/fuzzy-keys/file-block.tsx';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { repositoryLogin, SYSTEMS } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { SystemSwitch } from './system-switch.tsx';

/** Shows what belongs to the checked system alone. CSS reads the switch, so that it works without JavaScript. */
const SWITCHING = [...SYSTEMS.map(({ id }) => id), 'own']
  .map((id) => `.setup-systems:not(:has(input[value='${id}']:checked)) .when-${id} { display: none }`)
  .join('\n');

/** How to set up the repository on each system that it has packages for. */
export function RepositorySetup({ publicKey, guide }: { publicKey: string; guide: Guide }) {
  const contacts = useContacts();
  const { login, password } = repositoryLogin(publicKey);
  return (
    <div className="setup-systems space-y-4">
      <style>{SWITCHING}</style>
      <p className="max-w-measure text-muted">
        The repository asks for the first 8 characters of your key as login (
        <code className="font-mono text-ink">{login}</code>) and for the last 8 as password (
        <code className="font-mono text-ink">{password}</code>).
      </p>
      <SystemSwitch guide={guide} />
      {guide.packages === 'own' && (
        <p className="when-own max-w-measure">{guide.name} brings its own packages of Rspamd: skip this step.</p>
      )}
      {SYSTEMS.map(({ id, repository }) => {
        const { files, commands } = repository(publicKey, contacts);
        return (
          <div key={id} className={`space-y-4 when-${id}`}>
            {files.map((file) => (
              <FileBlock key={file.path} file={file} />
            ))}
            <CodeBlock title="Commands, as root" code={commands} />
          </div>
        );
      })}
    </div>
  );
}
