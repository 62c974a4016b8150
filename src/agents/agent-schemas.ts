import type { Static } from 'typebox';
import { id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { PublicUser } from '../users/index.ts';
import type { Agent as AgentRow } from './agent-store.ts';

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
