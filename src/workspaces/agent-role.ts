import { invalid } from '../platform/errors.ts';

/** The highest role that an agent may have in a project or workspace; null if its owner is not a member. */
export interface AgentLimit<Role extends string> {
  ownerName: string;
  role: Role | null;
}

/** `roles` begin with the highest. */
export const isLowerRole = <Role extends string>(roles: readonly Role[], role: Role, other: Role) =>
  roles.indexOf(role) > roles.indexOf(other);

/** An agent has at most the role of its owner, and at most admin. A person has no limit. */
export function assertWithinOwner<Role extends string>(
  place: 'project' | 'workspace',
  roles: readonly Role[],
  limit: AgentLimit<Role> | undefined,
  role: Role,
): void {
  if (!limit) return;
  if (limit.role === null)
    throw invalid({ userId: [`Add the owner of this agent, ${limit.ownerName}, to the ${place} first`] });
  if (isLowerRole(roles, limit.role, role))
    throw invalid({ role: [`An agent of ${limit.ownerName} can be at most ${limit.role} here`] });
}
