import type { AgentTask } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';

/** “Ada’s comment”, “Pilot”, “Scribe”: what the first one did, then the agents that it led to. */
export function nameCauses(causes: AgentTask['causes'], agent: string): string[] {
  const { doings, ofPerson, ofEvent } = m.agentTasks.causes;
  const doing = (event: string) => doings[event as keyof typeof doings];
  const [first, ...others] = causes;
  if (!first) return [agent];
  const what = doing(first.event);
  const begin = first.kind === 'event' ? (what ?? ofEvent(first.name)) : ofPerson(first.name, what);
  return [begin, ...others.map(({ name }) => name), agent];
}
