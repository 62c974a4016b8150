import type { McpServer, ToolKind } from '@agentclientprotocol/sdk';
import type { Client } from '../../../../../sdk/index.ts';
import { UsageError } from '../../../command.ts';
import type { LineLogger } from '../line-logger.ts';
import type { StartInFolder } from '../run-in-folder.ts';
import type { Sandbox } from '../sandbox.ts';
import type { AgentPreset } from './agent-presets.ts';
import { checkAgent } from './check-agent.ts';
import { loadSdk } from './load-sdk.ts';
import { allowedByDefault, toolKinds } from './permissions.ts';
import { type AgentSettings, startAcpWork } from './run-agent.ts';

interface Preparation
  extends Pick<AgentSettings, 'agentId' | 'logger' | 'silenceMs' | 'stopGraceMs' | 'onUnusable'> {
  url: string;
  apiKey: string;
  client: Client;
  logger: LineLogger;
  environment: NodeJS.ProcessEnv;
  sandbox: Sandbox;
  allow: string | undefined;
}

/** Loads the library and tries the agent, before any task is claimed. */
export async function prepareAgent(preset: AgentPreset, preparation: Preparation): Promise<StartInFolder> {
  const { url, apiKey, client, environment, sandbox, allow, ...common } = preparation;
  const allowed = parseAllowed(allow);
  const acp = await loadSdk();
  const found = await checkAgent(acp, preset, environment, sandbox);
  common.logger.info(
    { allowed },
    `${found} works on tasks; other steps than the allowed ones wait for a person`,
  );
  const settings: AgentSettings = {
    ...common,
    acp,
    preset,
    allowed,
    readContext: async (id) => (await client.getAgentTaskContext({ params: { id } })).text(),
    findMcpServer: (hasHttp, leaseKey = apiKey) =>
      hasHttp ? httpServer(url, leaseKey) : stdioServer(url, leaseKey),
  };
  return (task, report, surroundings, folder) => startAcpWork(task, report, settings, surroundings, folder);
}

function parseAllowed(text: string | undefined): readonly ToolKind[] {
  if (text === undefined) return allowedByDefault;
  if (text.trim() === 'all') return toolKinds;
  return text.split(',').map((part) => {
    const kind = toolKinds.find((one) => one === part.trim());
    if (kind) return kind;
    throw new UsageError(`--allow ${part.trim()}: must be all, or some of ${toolKinds.join(', ')}.`);
  });
}

const httpServer = (url: string, apiKey: string): McpServer => ({
  type: 'http',
  name: 'docket',
  url: `${url}/mcp`,
  headers: [{ name: 'Authorization', value: `Bearer ${apiKey}` }],
});

/** This program as a bridge, for agents that only start programs. */
const stdioServer = (url: string, apiKey: string): McpServer => ({
  name: 'docket',
  command: process.execPath,
  args: [process.argv[1] ?? 'docket', 'mcp'],
  env: [
    { name: 'DOCKET_URL', value: url },
    { name: 'DOCKET_API_KEY', value: apiKey },
  ],
});
