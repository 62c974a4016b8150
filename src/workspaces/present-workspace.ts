import { Type } from 'typebox';
import { choice, id, timestamp } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { type Workspace as WorkspaceNoun, workspaceKinds } from './workspace.ts';

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

export const presentWorkspace = (workspace: WorkspaceNoun) => ({
  ...workspace,
  createdAt: toIso(workspace.createdAt),
  updatedAt: toIso(workspace.updatedAt),
});
