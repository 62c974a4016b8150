import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { usePeople } from '../replica/index.ts';
import { mentionedAgents } from './mentioned-agents.ts';
import { taskQueries } from './task-queries.ts';
import './wake-hint.css';

/** Says before a comment is sent which of the mentioned agents it wakes, and why it does not wake the others. */
export function WakeHint({ ticketId, text }: { ticketId: string; text: string }) {
  const mentions = mentionedAgents(text, usePeople());
  const { data: wakes = [] } = useQuery({
    ...taskQueries.wakes(ticketId, mentions),
    enabled: mentions.length > 0,
  });
  if (mentions.length === 0 || wakes.length === 0) return null;
  const texts = m.agentTasks.wakes;
  return (
    <ul className="wake-hint" aria-label={texts.name} aria-live="polite">
      {wakes.map(({ agent, wakes: isWoken, reason }) => (
        <li key={agent.id} className={isWoken ? 'wake-hint-woken' : undefined}>
          <Icon name={isWoken ? 'bolt' : 'info'} />
          <span>
            {isWoken ? texts.wakes(agent.name) : texts.wakesNot(agent.name)} {reason ? `${reason}.` : ''}
            {isWoken && !reason && texts.task}
          </span>
        </li>
      ))}
    </ul>
  );
}
