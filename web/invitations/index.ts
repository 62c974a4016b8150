export { InvitationsSection, openNewLink } from './invitations-section.tsx';
export { type Invited, inviteAll } from './invite-all.ts';
export { InviteForm } from './invite-form.tsx';
export { InvitedList } from './invited-list.tsx';
export { parseAddresses } from './parse-addresses.ts';
