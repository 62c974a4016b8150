import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { ProjectRecord } from '../projects/index.ts';
import type { ImportProduct } from './products.ts';

const text = Type.String();
const count = Type.Integer({ examples: [120] });

const projectImported = eventType({
  name: 'project.imported',
  meaning: 'tickets of another product were imported into a project; the tickets have no events of their own',
  payload: Type.Object({
    project: Type.Object({ id: text, name: text, key: text, workspaceId: text }),
    user: Type.Object({ id: text, name: text }),
    import: Type.Object({ id: text, product: text, tickets: count, comments: count }),
  }),
  activity: {
    feed: 'project',
    action: 'imported',
    entity: ({ project }) => ({ id: project.id, title: project.name }),
  },
  sentence: (payload) =>
    `imported ${payload.import.tickets} tickets from ${payload.import.product} into project ${payload.project.name}`,
  isPublic: true,
});

export const importEvents = [projectImported];

export const recordProjectImported = (
  tx: Tx,
  { id, name, key, workspaceId }: Pick<ProjectRecord, 'id' | 'name' | 'key' | 'workspaceId'>,
  user: { id: string; name: string },
  imported: { id: string; product: ImportProduct; tickets: number; comments: number },
  at: number,
) =>
  recordEvent(tx, projectImported, {
    at,
    actorId: user.id,
    projectId: id,
    workspaceId,
    data: { project: { id, name, key, workspaceId }, user, import: imported },
  });
