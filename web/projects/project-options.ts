import { m } from '../messages/index.ts';

const projectRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export const visibilityOptions = () =>
  (['private', 'public'] as const).map((value) => ({ value, label: m.projects[value] }));

/** The roles that a person may give. */
export const grantableRoles = (mayGrantOwner: boolean) =>
  projectRoles.filter((role) => mayGrantOwner || role !== 'owner');
