export { insertImportedComments, listPresentComments } from '../comments/import-comments.ts';
export type { Group } from '../groups/group.ts';
export { insertGroups, listGroupsNamed } from '../groups/group-store.ts';
export { insertLabels, listLabelsNamed } from '../labels/label-store.ts';
export { insertLinks, type TicketLink } from '../links/link-store.ts';
export { insertOrigins, listImportedTickets } from '../origins/origin-store.ts';
export { recordSettingEvent } from '../setting-events.ts';
export { type ImportedComment, type ImportedTicket, importTickets } from './import-tickets.ts';
export {
  type ImportedRelation,
  relateImportedTickets,
  setImportedParents,
} from './relate-imported-tickets.ts';
