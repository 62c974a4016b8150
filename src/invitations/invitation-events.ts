import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { ShownInvitation } from './invitation.ts';

const text = Type.String();
// The payload leaves out the invited address: events have more readers than the invitation.
const ofInvitation = Type.Object({
  invitation: Type.Object({ id: text, role: Type.Optional(text) }),
  project: Type.Union([Type.Object({ id: text, name: text, key: text }), Type.Null()]),
  user: Type.Object({ id: text, name: text }),
});
type Payload = { project: { name: string } | null };
const invitationTarget = ({ project }: Payload) => (project ? `project ${project.name}` : 'Docket');

export const invitationCreated = eventType({
  name: 'invitation.created',
  meaning: 'a person was invited to the instance or to a project',
  payload: ofInvitation,
  sentence: (payload) => `invited a person to ${invitationTarget(payload)}`,
});
export const invitationRevoked = eventType({
  name: 'invitation.revoked',
  meaning: 'an invitation was revoked',
  payload: ofInvitation,
  sentence: (payload) => `revoked an invitation to ${invitationTarget(payload)}`,
});
export const invitationAccepted = eventType({
  name: 'invitation.accepted',
  meaning: 'an invitation was accepted',
  payload: ofInvitation,
  sentence: (payload) => `accepted an invitation to ${invitationTarget(payload)}`,
});

export const invitationEvents = [invitationCreated, invitationRevoked, invitationAccepted];

export function recordInvitationEvent(
  tx: Tx,
  type: EventType<typeof ofInvitation>,
  by: { id: string; name: string },
  invitation: Pick<ShownInvitation, 'id' | 'role' | 'projectId' | 'projectName' | 'projectKey'>,
  at: number,
) {
  const { id, role, projectId, projectName: name, projectKey: key } = invitation;
  return recordEvent(tx, type, {
    at,
    actorId: by.id,
    projectId,
    data: {
      invitation: { id, ...(role !== null && { role }) },
      project: projectId !== null && name !== null && key !== null ? { id: projectId, name, key } : null,
      user: { id: by.id, name: by.name },
    },
  });
}
