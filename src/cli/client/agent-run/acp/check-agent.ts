import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../../../command.ts';
import type { Sandbox } from '../sandbox.ts';
import type { AgentPreset } from './agent-presets.ts';
import { initialize, startAgent } from './agent-process.ts';
import type { Acp } from './load-sdk.ts';

/** Starts the agent once before any task is claimed: a program that is missing or broken must not cost tasks. */
export async function checkAgent(
  acp: Acp,
  preset: AgentPreset,
  environment: NodeJS.ProcessEnv,
  sandbox: Sandbox,
): Promise<string> {
  const { name, command, args, install } = preset;
  if (!path.isAbsolute(command) && !isInPath(command, environment.PATH))
    throw new UsageError(`${name} is not installed: there is no program ${command}. ${install}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-agent-'));
  const wrap = sandbox.confine({ writable: [folder] });
  const agent = startAgent(acp, preset, { folder, environment, wrap });
  const connection = acp.client({ name: 'docket' }).connect(agent.stream);
  try {
    const answer = await initialize(acp, preset, (...call) => connection.agent.request(...call));
    const { title, name: told, version } = answer.agentInfo ?? {};
    return `${title ?? told ?? name}${version ? ` ${version}` : ''}`;
  } catch (error) {
    connection.close();
    void agent.end();
    throw new UsageError(
      `${name} cannot be used: ${[command, ...args].join(' ')}\n${(error as Error).message}\n${await agent.describeExit()}`,
    );
  } finally {
    connection.close();
    await agent.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isInPath(command: string, places = ''): boolean {
  return places.split(path.delimiter).some((place) => {
    try {
      accessSync(path.join(place, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
