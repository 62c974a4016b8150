export type { Group } from '../groups/group.ts';
export { insertGroups } from '../groups/group-store.ts';
export { insertLabels } from '../labels/label-store.ts';
export { type ImportedTicket, importTickets } from './import-tickets.ts';
