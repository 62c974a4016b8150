/** Installs the program `docket` from the instance itself. */
export const installCommand = (url: string) => `npm install --global ${url}/downloads/docket-cli.tgz`;

/** What a person copies to connect an agent, as docs/agents.md explains it. */
export const agentCommands = {
  run: (url: string, key: string) =>
    `DOCKET_URL=${url} \\\nDOCKET_API_KEY=${key} \\\ndocket agent run --exec './work-on-it.sh'`,

  mcp: (url: string, key: string) =>
    JSON.stringify(
      {
        mcpServers: {
          docket: { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } },
        },
      },
      null,
      2,
    ),

  http: (url: string, key: string) =>
    `curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\\n  ${url}/v1/agent-tasks/claim -d '{"workerId": "laptop-1", "wait": 30}'`,
};

export type AgentCommand = keyof typeof agentCommands;
