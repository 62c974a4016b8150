import { rm } from 'node:fs/promises';
import { clientCommand, requiredText } from '../command.ts';
import { agentKeyFile } from './agent-setup/agent-key.ts';
import { newAnswers } from './agent-setup/answers.ts';
import { askSession, sessionOptions } from './agent-setup/ask-session.ts';
import { findAgent } from './agent-setup/find-agent.ts';
import { NoSuchName } from './client-errors.ts';
import { toLine } from './terminal-text.ts';

export const agentRemove = clientCommand({
  arguments: { agent: requiredText('AGENT', 'The name or id of an agent of yours.') },
  options: sessionOptions,
  examples: ['docket agent remove Fixer'],
  run: async ({ agent: ref, ...given }, context) => {
    const { client } = await askSession(context, newAnswers(context, false), given);
    try {
      const agent = await findAgent(client, ref);
      if (!agent) throw new NoSuchName(`You have no agent ${toLine(ref)}.`);
      await client.disableAgent({ params: { id: agent.id } });
      await rm(agentKeyFile(context, agent.id), { force: true });
      return {
        json: { id: agent.id, name: agent.name },
        text: `Disabled the agent ${toLine(agent.name)} and deleted its keys. What it did stays.\n`,
      };
    } finally {
      await client.signOut().catch(() => {});
    }
  },
});
