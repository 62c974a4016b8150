import type { ProjectRole, ProjectStatus, ProjectVisibility } from '../projects/index.ts';
import type { SavedQuery } from '../tickets/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

export const viewScopes = ['personal', 'project', 'workspace'] as const;
export type ViewScope = (typeof viewScopes)[number];

export const viewsPerPlaceMax = 200;
/** Each subscription is compared with every new and changed ticket. */
export const subscriptionsMax = 50;
/** The length of a query or display as JSON; the database has the same limit. */
export const jsonCharactersMax = 10_000;

/** A saved query of the ticket list, with how the web app shows its result. */
export interface View {
  id: string;
  scope: ViewScope;
  ownerId: string;
  projectId: string | null;
  workspaceId: string | null;
  name: string;
  /** JSON of a `SavedQuery`. */
  query: string;
  /** JSON of an object that only clients interpret. */
  display: string;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** What a view belongs to; its name is unique there. */
export const viewPlace = ({ ownerId, projectId, workspaceId }: Omit<View, 'query' | 'display'>): string =>
  projectId ?? workspaceId ?? ownerId;

/** A view with the actor's star and order, and what decides about the actor's access to it. */
export type ViewForActor = View & {
  /** 0 or 1. */
  starred: number;
  position: number | null;
  /** Since when the actor is notified of tickets that enter the view. */
  subscribedAt: number | null;
  projectStatus: ProjectStatus | null;
  visibility: ProjectVisibility | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  workspaceKind: WorkspaceKind | null;
};

/** Somebody is notified of tickets that enter a view since then. */
export type Subscription = Pick<View, 'projectId' | 'workspaceId'> & {
  userId: string;
  viewId: string;
  subscribedAt: number;
};

/** The query with the limit to the project or workspace of the view. */
export function toQuery({
  query,
  projectId,
  workspaceId,
}: Pick<View, 'query' | 'projectId' | 'workspaceId'>): SavedQuery {
  return {
    ...(JSON.parse(query) as SavedQuery),
    ...(projectId && { project: projectId }),
    ...(workspaceId && { workspace: workspaceId }),
  };
}

/** The path of the list of the view's tickets. */
export function viewTicketsUrl(view: Pick<View, 'query' | 'projectId' | 'workspaceId'>): string {
  const parameters = Object.entries(toQuery(view)).map(([name, value]) => [name, String(value)]);
  return parameters.length === 0 ? '/api/tickets' : `/api/tickets?${new URLSearchParams(parameters)}`;
}
