import type { Agent, Client } from '../../../../sdk/index.ts';
import { UsageError } from '../../command.ts';
import { toLine } from '../terminal-text.ts';

/** The active agent of the person with this id or name. Administrators see those of others, which are left out. */
export async function findAgent(client: Client, ref: string): Promise<Agent | undefined> {
  const { data: me } = await client.getProfile();
  const found: Agent[] = [];
  for await (const agent of client.listAgents.all({ query: { limit: 100 } })) {
    const isNamed = agent.id === ref || agent.name.toLowerCase() === ref.toLowerCase();
    if (isNamed && agent.active && agent.owner.id === me.id) found.push(agent);
  }
  if (found.length > 1)
    throw new UsageError(
      `Several of your agents are called ${toLine(ref)}. Name one by its id: ${found.map(({ id }) => id).join(', ')}.`,
    );
  return found[0];
}
