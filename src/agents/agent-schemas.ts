import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { PublicUser, userIn } from '../users/index.ts';
import type { Agent as AgentRow } from './agent-store.ts';

const CurrentTicket = Type.Object({
  id: id(),
  key: Type.Optional(Type.String({ examples: ['ABC-12'] })),
  title: Type.String(),
});

const LastActivity = Type.Object({
  type: Type.String({ examples: ['action'] }),
  content: Type.String(),
  createdAt: timestamp(),
});

const CurrentWorkFields = Type.Object(
  {
    taskId: id(),
    title: Type.String({ examples: ['Fix the crash on save'] }),
    state: choice(['in_progress', 'waiting_for_user']),
    since: timestamp({ description: 'When the agent claimed the task, or asked its question' }),
    leaseExpiresAt: Type.Optional(timestamp()),
    question: Type.Optional(Type.String()),
    ticket: nullable(CurrentTicket),
    lastActivity: nullable(LastActivity),
  },
  { title: 'AgentCurrentWork', description: 'In lists: what the agent does now, if you may see it' },
);

export const Agent = Type.Object(
  {
    id: id({
      description: 'The id of the agent’s user account, which appears on its tickets, comments and changes',
    }),
    name: Type.String({ examples: ['Fixer'] }),
    email: Type.String({
      examples: ['agent-01922f0e@agents.invalid'],
      description: 'A placeholder: no mail is sent to it',
    }),
    image: nullable(Type.String()),
    active: Type.Boolean(),
    owner: PublicUser,
    current: Type.Optional(nullable(CurrentWorkFields)),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Agent' },
);

const image = nullable(
  Type.String({
    maxLength: 2_000,
    pattern: '^(https://\\S+)?$',
    examples: ['https://example.org/fixer.png'],
  }),
);
const name = () => trimmed(1, 200, { examples: ['Fixer'] });

export const NewAgent = Type.Object({ name: name(), image: Type.Optional(image) });
export const AgentPatch = Type.Object({
  name: Type.Optional(name()),
  image: Type.Optional(image),
  active: Type.Optional(Type.Boolean()),
});

/** What the agent-tasks module, which is above this one, knows of an agent. */
export interface CurrentWork {
  taskId: string;
  title: string;
  state: 'in_progress' | 'waiting_for_user';
  since: number;
  leaseExpiresAt: number | null;
  question: string | null;
  ticket: { id: string; key: string | undefined; title: string } | null;
  lastActivity: { type: string; content: string; createdAt: number } | null;
}

export const presentCurrentWork = (work: CurrentWork | undefined) =>
  work === undefined
    ? null
    : present(CurrentWorkFields, work, {
        ticket: work.ticket && present(CurrentTicket, work.ticket),
        lastActivity: work.lastActivity && present(LastActivity, work.lastActivity),
      });

export const presentAgent = (agent: AgentRow) => present(Agent, agent, { owner: userIn(agent, 'owner') });
