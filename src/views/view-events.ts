import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { choice, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { type View, viewScopes } from './view.ts';

const text = Type.String();
const payload = Type.Object({
  view: Type.Object({
    id: text,
    scope: choice(viewScopes),
    ownerId: text,
    projectId: nullable(text),
    workspaceId: nullable(text),
    name: text,
    query: Type.Object({}, { examples: [{ status: 'todo' }] }),
    display: Type.Object({}, { examples: [{ layout: 'board' }] }),
    version: Type.Number(),
  }),
  user: Type.Object({ id: text, name: text }),
  /** Set for a personal view: nobody else may see the event. */
  recipient: Type.Optional(Type.Object({ id: text })),
});

/** Live streams carry them, so that open pages keep up. Webhooks do not: views are settings, like labels and groups. */
const viewEvent = (action: string) =>
  eventType({
    name: `view.${action}`,
    meaning: `a saved view was ${action}`,
    payload,
    sentence: ({ view }) => `${action} view ${view.name}`,
    isStreamed: true,
  });
export const viewCreated = viewEvent('created');
export const viewUpdated = viewEvent('updated');
export const viewDeleted = viewEvent('deleted');

export const viewEvents = [viewCreated, viewUpdated, viewDeleted];

export function recordViewEvent(tx: Tx, { actor }: Scope, type: typeof viewCreated, view: View, at: number) {
  const { id, scope, ownerId, projectId, workspaceId, name, version } = view;
  const [query, display] = [JSON.parse(view.query) as object, JSON.parse(view.display) as object];
  return recordEvent(tx, type, {
    at,
    actorId: actor.userId,
    projectId,
    workspaceId,
    data: {
      view: { id, scope, ownerId, projectId, workspaceId, name, query, display, version },
      user: { id: actor.userId, name: actor.name },
      ...(scope === 'personal' && { recipient: { id: ownerId } }),
    },
  });
}
