import { calendarDate, choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { projectHealths } from '../projects/index.ts';
import type { Actor } from '../users/index.ts';
import { canEditInitiative, healthOf } from './initiative.ts';
import type { InitiativeWithProjects } from './initiatives.ts';

const name = () => trimmed(1, 200, { examples: ['Pay in every country'] });
const description = () => trimmed(0, 20_000, { description: 'Markdown' });
const target = { description: 'When it should be done' };
const owner = { description: 'A member of the workspace' };
const count = (text: string) => Type.Integer({ description: text, examples: [12] });

export const NewInitiative = Type.Object({
  workspaceId: id({ description: 'The workspace whose members see it' }),
  name: name(),
  description: Type.Optional(description()),
  ownerId: Type.Optional(nullable(id({ description: 'A member of the workspace; absent: you' }))),
  targetDate: Type.Optional(nullable(calendarDate(target))),
});

export const InitiativeChanges = Type.Object({
  name: Type.Optional(name()),
  description: Type.Optional(description()),
  ownerId: Type.Optional(nullable(id(owner))),
  targetDate: Type.Optional(nullable(calendarDate(target))),
  archived: Type.Optional(Type.Boolean({ description: 'Lists leave out archived initiatives' })),
});

export const InitiativeOrder = Type.Object({
  workspaceId: id(),
  ids: Type.Array(id(), { maxItems: 500, uniqueItems: true, description: 'Its initiatives, first to last' }),
});

export const InitiativeListQuery = Type.Object({
  ...pageQuery,
  workspace: Type.Optional(Type.String({ maxLength: 100, description: 'A workspace’s id' })),
  project: Type.Optional(
    Type.String({ maxLength: 100, description: 'The id or key of a project: only initiatives with it' }),
  ),
  archived: Type.Optional(Type.Boolean({ description: 'Also archived initiatives' })),
});

const InitiativeProject = Type.Object(
  {
    id: id(),
    key: Type.String({ examples: ['PAY'] }),
    name: Type.String({ examples: ['Payments'] }),
    status: Type.String({ examples: ['active'] }),
    leadId: Type.Optional(id()),
    targetDate: Type.Optional(calendarDate(target)),
    health: Type.Optional(choice(projectHealths, { description: 'Of its newest update' })),
    healthAt: Type.Optional(timestamp()),
    update: Type.Optional(
      Type.Object(
        {
          text: Type.String({ description: 'Markdown' }),
          author: Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) }),
        },
        { description: 'Its newest update; lists leave it out' },
      ),
    ),
    open: count('Tickets that are open'),
    done: count('Tickets that are done'),
  },
  { title: 'InitiativeProject' },
);

export const Initiative = Type.Object(
  {
    id: id(),
    workspaceId: id(),
    name: Type.String({ examples: ['Pay in every country'] }),
    description: Type.String({ description: 'Markdown' }),
    owner: Type.Optional(Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) })),
    targetDate: Type.Optional(calendarDate(target)),
    health: Type.Optional(
      choice(projectHealths, {
        description: 'The worst of its active projects; absent if none has reported',
      }),
    ),
    open: count('Open tickets of its projects'),
    done: count('Done tickets of its projects'),
    projects: Type.Array(InitiativeProject, {
      description: 'Those that you may read, by name; others are neither named nor counted',
    }),
    archivedAt: Type.Optional(timestamp()),
    may: Type.Object({ edit: Type.Boolean() }, { description: 'What you may do' }),
    version: Type.Integer({ examples: [1] }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Initiative' },
);

export const presentInitiativeTo = (actor: Actor) => (initiative: InitiativeWithProjects) => {
  const { projects, ownerId, ownerName } = initiative;
  const health = healthOf(projects);
  const sum = (field: 'open' | 'done') => projects.reduce((total, project) => total + project[field], 0);
  return present(Initiative, initiative, {
    ...(ownerId !== null && { owner: { id: ownerId, name: ownerName ?? '' } }),
    ...(health && { health }),
    ...{ open: sum('open'), done: sum('done') },
    projects: projects.map(({ id: projectId, key, name: title, status, open, done, update, ...plan }) => ({
      ...{ id: projectId, key, name: title, status },
      ...(plan.leadId !== null && { leadId: plan.leadId }),
      ...(plan.targetDate !== null && { targetDate: plan.targetDate }),
      ...(plan.health !== null && { health: plan.health }),
      ...(plan.healthAt !== null && { healthAt: toIso(plan.healthAt) }),
      ...(update && {
        update: { text: update.text, author: { id: update.authorId, name: update.authorName } },
      }),
      ...{ open, done },
    })),
    may: { edit: canEditInitiative(actor, initiative) },
  });
};
