import { foldCase } from '../platform/fold-case.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

export const projectStatuses = ['active', 'archived', 'deleted'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const projectVisibilities = ['private', 'public'] as const;
export type ProjectVisibility = (typeof projectVisibilities)[number];

/** The unit of the estimates of a project's tickets; with `none` the web app shows none. */
export const estimateUnits = ['none', 'points', 'hours'] as const;
export type EstimateUnit = (typeof estimateUnits)[number];

export const projectRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export interface Project {
  id: string;
  workspaceId: string;
  ownerId: string;
  name: string;
  description: string | null;
  key: string;
  status: ProjectStatus;
  visibility: ProjectVisibility;
  estimateUnit: EstimateUnit;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The actor's roles that decide about access to a project. */
export interface ProjectAccessContext {
  projectId: string | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  workspaceKind: WorkspaceKind;
}

/**
 * `fieldCount` counts its custom fields, including archived ones; `workflow` is its settings for statuses as JSON;
 * `gates` what they need before they are done, as JSON or null; `hasTriage` is 1 if tickets from outside wait in triage.
 */
export type ProjectForActor = Project &
  ProjectAccessContext & {
    fieldCount: number;
    workflow: string | null;
    gates: string | null;
    hasTriage: number;
  };

export const projectKeyPattern = '^[A-Za-z0-9_-]{1,64}$';

/** `owner/name`; nested groups on GitLab have more parts. */
export const repositoryPattern = '^(?!\\.{1,2}/)[A-Za-z0-9_.~-]+(/(?!\\.{1,2}(/|$))[A-Za-z0-9_.~-]+)+$';

/** "Payment Gateway" → PG, "Docket" → DOCK, "日本" → PRJ. The store makes the key unique. */
export function keyFromName(name: string): string {
  const words =
    foldCase(name)
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  if (words.length === 0) return 'PRJ';
  if (words.length === 1) return (words[0] as string).slice(0, 4);
  return words
    .map((word) => word[0])
    .join('')
    .slice(0, 5);
}
