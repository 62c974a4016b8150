import { toIso } from '../platform/instant.ts';
import { present } from '../platform/present.ts';
import type { Automation } from './automation.ts';
import type { Member } from './member-store.ts';
import type { Project } from './project.ts';
import type { ProjectDetails } from './project-list-store.ts';
import type { ProjectPermissions } from './project-permissions.ts';
import { ProjectMember } from './project-schemas.ts';

/** Written out, because it is a part of every ticket: `present` takes four times as long. */
export const presentProject = (project: Project) => ({
  id: project.id,
  name: project.name,
  ...(project.description !== null && { description: project.description }),
  key: project.key,
  status: project.status,
  visibility: project.visibility,
  estimateUnit: project.estimateUnit,
  workspaceId: project.workspaceId,
  ownerId: project.ownerId,
  createdAt: toIso(project.createdAt),
  updatedAt: toIso(project.updatedAt),
});

interface SingleProject extends ProjectDetails {
  members?: Member[];
  repositories?: string[];
  automation?: Automation;
  permissions?: ProjectPermissions | undefined;
}

export const presentProjectDetails = (project: SingleProject) => ({
  ...presentProject(project),
  owner: {
    id: project.ownerId,
    name: project.ownerName,
    email: project.ownerEmail,
    image: project.ownerImage,
  },
  ...(project.members && { members: project.members.map(presentMemberOfProject) }),
  ...(project.repositories && { repositories: project.repositories }),
  ...(project.automation && { automation: project.automation }),
  ...(project.leadId !== null && { leadId: project.leadId }),
  ...(project.targetDate !== null && { targetDate: project.targetDate }),
  ...(project.hasTriage === 1 && { triage: true }),
  ...(project.health !== null && { health: project.health }),
  ...(project.healthAt !== null && { healthAt: toIso(project.healthAt) }),
  ...project.permissions,
  _count: { tickets: project.ticketCount, members: project.memberCount },
});

/** In a project a missing picture is null, as for the owner; the members route omits it. */
const presentMemberOfProject = (member: Member) => ({ ...presentMember(member), image: member.image });

export const presentMember = (member: Member) => present(ProjectMember, member);
