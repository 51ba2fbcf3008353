/** Where Prometheus finds the token: a file, so that it stands in no configuration that is shared. */
export const TOKEN_PATH = '/etc/prometheus/rspamd-premium.token';

/** A command that shows the last 24 hours. */
export const curlCommand = (portal: string, token: string): string =>
  `curl -H 'Authorization: Bearer ${token}' \\\n  '${portal}/api/usage?period=24h'`;

/** What lets Prometheus scrape the portal once a minute, as often as storage servers report. */
export function scrapeConfig(portal: string): string {
  const { protocol, host } = new URL(portal);
  return `scrape_configs:
  - job_name: rspamd-premium
    scrape_interval: 1m
    scheme: ${protocol.slice(0, -1)}
    metrics_path: /api/usage/metrics
    authorization:
      credentials_file: ${TOKEN_PATH}
    static_configs:
      - targets: ['${host}']
`;
}
