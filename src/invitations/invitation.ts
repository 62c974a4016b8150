import { dayMs } from '../platform/clock.ts';
import type { ProjectRole } from '../projects/index.ts';

export const invitationLifeMs = 7 * dayMs;

export interface Invitation {
  id: string;
  email: string;
  projectId: string | null;
  role: ProjectRole | null;
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  acceptedAt: number | null;
  revokedAt: number | null;
}

/** An invitation with the names of its inviter and project. */
export interface ShownInvitation extends Invitation {
  inviterName: string;
  projectName: string | null;
  projectKey: string | null;
}

export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

type Timestamps = Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>;

export function invitationStatus(
  { acceptedAt, revokedAt, expiresAt }: Timestamps,
  now: number,
): InvitationStatus {
  if (acceptedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'pending';
}
