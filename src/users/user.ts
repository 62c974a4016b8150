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
  createdAt: number;
  updatedAt: number;
}
