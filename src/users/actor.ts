import type { InstanceRole } from './user.ts';

export const apiKeyScopes = ['read', 'write', 'webhooks', 'agent'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Who is asking. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  role: InstanceRole;
  /** Set for the account of a software agent: whose it is. */
  agent?: { ownerId: string; ownerRole: InstanceRole } | undefined;
  /** How the request proved it; an API key does only what its scopes and its projects allow. */
  credential:
    | { kind: 'session'; id: string }
    | {
        kind: 'api-key';
        id: string;
        scopes: ApiKeyScope[];
        /** Absent: everywhere the account may go. */
        projectIds?: readonly string[] | undefined;
      };
}

export const isReadOnly = (actor: Pick<Actor, 'role'>): boolean => actor.role === 'VIEWER';

/** Somebody by their credential; without one, the person as such, whom no key limits. */
export type KeyHolder = Partial<Pick<Actor, 'credential'>> | undefined;

/** The projects beyond which the actor's key does not reach; undefined where it reaches everywhere. */
export function keyProjectsOf(actor: KeyHolder): readonly string[] | undefined {
  const credential = actor?.credential;
  return credential?.kind === 'api-key' ? credential.projectIds : undefined;
}

/** Whether the actor's key reaches into the project, or, with null, to what belongs to none. */
export function keyReaches(actor: KeyHolder, projectId: string | null): boolean {
  const projectIds = keyProjectsOf(actor);
  return projectIds === undefined || (projectId !== null && projectIds.includes(projectId));
}

/** Whether it may do what is the whole instance's: its administrators and their agents. */
export const servesInstance = ({ role, agent }: Actor): boolean =>
  role === 'ADMIN' || agent?.ownerRole === 'ADMIN';
