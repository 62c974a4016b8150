import { choice, id, timestamp } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { type Workspace as WorkspaceRow, workspaceKinds } from './workspace.ts';

export const Workspace = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    kind: choice(workspaceKinds),
    ownerId: id(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Workspace' },
);

/** Written out, as presentProject is. */
export const presentWorkspace = ({ id: ref, name, kind, ownerId, createdAt, updatedAt }: WorkspaceRow) => ({
  id: ref,
  name,
  kind,
  ownerId,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
