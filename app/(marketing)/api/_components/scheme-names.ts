/** Display names of the security schemes in the API description. */
export const SCHEME_NAMES: Readonly<Record<string, string>> = {
  session: 'Session',
  usageToken: 'Usage token',
  storageServer: 'Storage server',
  repositoryKey: 'API key',
};
