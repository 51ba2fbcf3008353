import { FileBlock } from '#components/fuzzy-keys/file-block.tsx';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { debianRepository, elRepository, repositoryLogin } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { SystemSwitch } from './system-switch.tsx';

/** Repository setup for both package formats. CSS reads the switch, so the switch works without JavaScript. */
export function RepositorySetup({ publicKey, guide }: { publicKey: string; guide: Guide }) {
  const contacts = useContacts();
  const { login, password } = repositoryLogin(publicKey);
  return (
    <div className="setup-systems space-y-4">
      <p className="max-w-measure text-muted">
        The repository asks for the first 8 characters of your key as login (
        <code className="font-mono text-ink">{login}</code>) and for the last 8 as password (
        <code className="font-mono text-ink">{password}</code>).
      </p>
      <SystemSwitch guide={guide} />
      {guide.packages === 'own' && (
        <p className="when-own max-w-measure">{guide.name} brings its own packages of Rspamd: skip this step.</p>
      )}
      <System className="when-el" {...elRepository(publicKey, contacts)} />
      <System className="when-debian" {...debianRepository(publicKey, contacts)} />
    </div>
  );
}

function System({ className, files, commands }: { className: string } & ReturnType<typeof elRepository>) {
  return (
    <div className={`space-y-4 ${className}`}>
      {files.map((file) => (
        <FileBlock key={file.path} file={file} />
      ))}
      <CodeBlock title="Commands, as root" code={commands} />
    </div>
  );
}
