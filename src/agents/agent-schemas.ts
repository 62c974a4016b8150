import type { Static } from 'typebox';
import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { PublicUser } from '../users/index.ts';
import type { Agent as AgentRow } from './agent-store.ts';

const CurrentWorkFields = Type.Object(
  {
    taskId: id(),
    title: Type.String({ examples: ['Fix the crash on save'] }),
    state: choice(['in_progress', 'waiting_for_user']),
    since: timestamp({ description: 'When the agent claimed the task, or asked its question' }),
    leaseExpiresAt: Type.Optional(timestamp()),
    question: Type.Optional(Type.String()),
    ticket: nullable(
      Type.Object({
        id: id(),
        key: Type.Optional(Type.String({ examples: ['ABC-12'] })),
        title: Type.String(),
      }),
    ),
    lastActivity: nullable(
      Type.Object({
        type: Type.String({ examples: ['action'] }),
        content: Type.String(),
        createdAt: timestamp(),
      }),
    ),
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

export const presentCurrentWork = (work: CurrentWork | undefined): Static<typeof CurrentWorkFields> | null =>
  work === undefined
    ? null
    : {
        taskId: work.taskId,
        title: work.title,
        state: work.state,
        since: toIso(work.since),
        ...(work.leaseExpiresAt !== null && { leaseExpiresAt: toIso(work.leaseExpiresAt) }),
        ...(work.question !== null && { question: work.question }),
        ticket: work.ticket && {
          id: work.ticket.id,
          ...(work.ticket.key !== undefined && { key: work.ticket.key }),
          title: work.ticket.title,
        },
        lastActivity: work.lastActivity && {
          type: work.lastActivity.type,
          content: work.lastActivity.content,
          createdAt: toIso(work.lastActivity.createdAt),
        },
      };

export const presentAgent = (agent: AgentRow): Static<typeof Agent> => ({
  id: agent.id,
  name: agent.name,
  email: agent.email,
  image: agent.image,
  active: agent.active === 1,
  owner: { id: agent.ownerId, name: agent.ownerName, email: agent.ownerEmail, image: agent.ownerImage },
  createdAt: toIso(agent.createdAt),
  updatedAt: toIso(agent.updatedAt),
});
