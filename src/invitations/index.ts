export { acceptInvitation, getInvitation } from './accept-invitation.ts';
export { draftInvitation } from './draft-invitation.ts';
export { invitationEvents } from './invitation-events.ts';
export { addRoutes } from './invitation-routes.ts';
export { sweepInvitations } from './invitation-store.ts';
