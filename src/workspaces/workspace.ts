export const workspaceRoles = ['owner', 'admin', 'member'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** A personal workspace comes with each account and has no walls: what is public in it is public to everyone. */
export const workspaceKinds = ['personal', 'shared'] as const;
export type WorkspaceKind = (typeof workspaceKinds)[number];

export interface Workspace {
  id: string;
  name: string;
  kind: WorkspaceKind;
  ownerId: string;
  createdAt: number;
  updatedAt: number;
}

export interface WorkspaceMember {
  id: string;
  name: string;
  email: string;
  image: string | null;
  role: WorkspaceRole;
  joinedAt: number;
}
