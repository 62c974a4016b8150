import { type InstanceRole, instanceRoles } from './user.ts';

export const apiKeyScopes = ['read', 'write', 'webhooks', 'agent'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

interface AgentOwner {
  ownerId: string;
  ownerRole: InstanceRole;
  /** The role of the owner in a project or workspace, by its id. */
  rolesOfOwner: { get: (homeId: string) => string | undefined };
}

/** The account that makes the request. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  role: InstanceRole;
  /** Set for the account of a software agent: the person who owns it, whose rights limit those of the agent. */
  agent?: AgentOwner | undefined;
  /** How the request authenticated. An API key is limited by its scopes and its projects. */
  credential:
    | { kind: 'session'; id: string }
    | {
        kind: 'api-key';
        id: string;
        scopes: ApiKeyScope[];
        /** If absent, only the rights of the account limit it. */
        projectIds?: readonly string[] | undefined;
      };
}

export const isReadOnly = (actor: Pick<Actor, 'role'>): boolean => actor.role === 'VIEWER';

/** Anyone with a credential; a person without one is not limited by an API key. */
export type KeyHolder = Partial<Pick<Actor, 'credential'>> | undefined;

/** The projects that the actor's API key is limited to; undefined when it is not limited. */
export function keyProjectLimit(actor: KeyHolder): readonly string[] | undefined {
  const credential = actor?.credential;
  return credential?.kind === 'api-key' ? credential.projectIds : undefined;
}

/** Whether the actor's API key may access the project; null stands for items outside of any project. */
export function keyAllowsProject(actor: KeyHolder, projectId: string | null): boolean {
  const projectIds = keyProjectLimit(actor);
  return projectIds === undefined || (projectId !== null && projectIds.includes(projectId));
}

/** Why a route refuses the actor's API key, as a sentence; undefined if it does not, and for a session. */
export function findKeyRefusal(
  { credential }: Pick<Actor, 'credential'>,
  scopes: readonly string[],
  refusesProjectKeys: boolean,
): string | undefined {
  if (credential.kind !== 'api-key') return undefined;
  if (credential.projectIds && refusesProjectKeys)
    return 'This API key is limited to projects and cannot be used here';
  if (scopes.some((scope) => credential.scopes.includes(scope as ApiKeyScope))) return undefined;
  return `This API key lacks the scope "${scopes.join('" or "')}"`;
}

/** The lower one: an agent has at most the instance role of its owner. */
export const lowerInstanceRole = (role: InstanceRole, other: InstanceRole): InstanceRole =>
  instanceRoles.indexOf(role) > instanceRoles.indexOf(other) ? role : other;

/**
 * Whether a right that an actor has without a role counts: as reporter, as assignee, as the agent of a task. For a
 * person it always counts. For an agent it counts while its owner is a member of the project or workspace, and for
 * writing, more than a viewer.
 */
export function ownerAllows(
  { agent }: Pick<Actor, 'agent'>,
  homeId: string | null,
  access: 'read' | 'write',
): boolean {
  if (!agent) return true;
  const role = homeId === null ? undefined : agent.rolesOfOwner.get(homeId);
  return role !== undefined && (access === 'read' || (role !== 'viewer' && agent.ownerRole !== 'VIEWER'));
}

/** Only people manage members, invitations, access tokens and keys: an agent must not create access that outlives its own. */
export const canManageAccess = ({ agent }: Pick<Actor, 'agent'>): boolean => agent === undefined;

/**
 * Whether a person acts in a session. Whatever shows the whole instance, or changes who may sign in, is refused to
 * API keys: a leaked key, even with the scope `read` alone, must not give away every private project and address.
 */
export const isInSession = ({ credential }: Pick<Actor, 'credential'>): boolean =>
  credential.kind === 'session';

/** Whether the actor may manage the whole instance: administrators and their agents. */
export const canManageInstance = ({ role, agent }: Actor): boolean =>
  role === 'ADMIN' || agent?.ownerRole === 'ADMIN';
