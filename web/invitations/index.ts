export { InvitationsSection } from './invitations-section.tsx';
