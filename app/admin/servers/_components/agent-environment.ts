/** The file from which the agent reads its settings (agent/README.md). */
export const AGENT_ENVIRONMENT_PATH = '/etc/rspamd-premium-agent.env';

/** Its content for one server. */
export const agentEnvironment = ({ portal, name, token }: { portal: string; name: string; token: string }): string =>
  `PORTAL_URL=${portal}\nSERVER_NAME=${name}\nSERVER_TOKEN=${token}\n`;
