/** Display names of the document's security schemes. */
export const SCHEME_NAMES: Readonly<Record<string, string>> = {
  session: 'Session',
  usageToken: 'Usage token',
  storageServer: 'Storage server',
  repositoryKey: 'API key',
};
