import {
  type ProjectHealth,
  type ProjectRecord,
  type ProjectUpdate,
  projectHealths,
} from '../projects/index.ts';
import { type Actor, isReadOnly } from '../users/index.ts';
import type { WorkspaceRole } from '../workspaces/index.ts';

/** Projects of a workspace under one goal. */
export interface Initiative {
  id: string;
  workspaceId: string;
  name: string;
  /** Markdown. */
  description: string;
  ownerId: string | null;
  /** `2026-12-24` */
  targetDate: string | null;
  position: number;
  archivedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface InitiativeForActor extends Initiative {
  ownerName: string | null;
  workspaceRole: WorkspaceRole | null;
}

/** A project of an initiative, as the reader may see it. */
export interface InitiativeProject
  extends Pick<ProjectRecord, 'id' | 'key' | 'name' | 'status' | 'createdAt'> {
  leadId: string | null;
  targetDate: string | null;
  health: ProjectHealth | null;
  healthAt: number | null;
  open: number;
  done: number;
  /** The newest one; lists leave it out, because its text can be long. */
  update?: ProjectUpdate | undefined;
}

export const initiativesPerWorkspaceMax = 500;
export const projectsPerInitiativeMax = 100;

type Access = Pick<InitiativeForActor, 'ownerId' | 'workspaceRole'>;

export const canReadInitiative = (_actor: Actor, { workspaceRole }: Pick<Access, 'workspaceRole'>): boolean =>
  workspaceRole !== null;

/** Admins and owners of the workspace. */
export const canCreateInitiative = (actor: Actor, role: WorkspaceRole | null): boolean =>
  !isReadOnly(actor) && (role === 'admin' || role === 'owner');

/** Those who may create one, and its owner as long as they are a member of the workspace. */
export const canEditInitiative = (actor: Actor, { ownerId, workspaceRole }: Access): boolean =>
  canCreateInitiative(actor, workspaceRole) ||
  (!isReadOnly(actor) && workspaceRole !== null && ownerId === actor.userId);

/** The worst health of the projects that are not archived; undefined if none has reported. */
export function healthOf(projects: readonly Pick<InitiativeProject, 'health' | 'status'>[]) {
  const reported = projects.flatMap(({ health, status }) =>
    health && status === 'active' ? projectHealths.indexOf(health) : [],
  );
  return reported.length > 0 ? projectHealths[Math.max(...reported)] : undefined;
}
