export const instanceRoles = ['ADMIN', 'USER', 'VIEWER'] as const;
export type InstanceRole = (typeof instanceRoles)[number];

export interface User {
  id: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  image: string | null;
  role: InstanceRole;
  active: number;
  /** 0: the person has not proved that the address is theirs. */
  emailVerified: number;
  /** Whether somebody proved that the address belongs to the account. */
  emailProven: number;
  createdAt: number;
  updatedAt: number;
}
