/** The document's security schemes, as the page names them. */
export const SCHEME_NAMES: Readonly<Record<string, string>> = {
  session: 'Session',
  usageToken: 'Usage token',
  storageServer: 'Storage server',
  repositoryKey: 'API key',
};
