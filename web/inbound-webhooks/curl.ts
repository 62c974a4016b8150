/** The command that sends a first event with a new token. */
export const curlCommand = ({ url, token }: { url: string; token: string }): string =>
  [
    `curl -X POST ${quote(url)}`,
    `-H ${quote(`Authorization: Bearer ${token}`)}`,
    "-H 'Content-Type: application/json'",
    `-d '{"event": "deploy.failed", "data": {"service": "api"}}'`,
  ].join(' \\\n  ');

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
