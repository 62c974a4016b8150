export const workspaceRoles = ['owner', 'admin', 'member'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Each account has a personal workspace; public projects in it are open to every account of the instance. */
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
