import { choice, id, timestamp } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
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

export const presentWorkspace = (workspace: WorkspaceRow) => present(Workspace, workspace);
