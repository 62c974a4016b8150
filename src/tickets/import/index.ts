export { insertImportedComments, listPresentComments } from '../comments/comment-store.ts';
export type { Group } from '../groups/group.ts';
export { insertGroups, listGroupsNamed } from '../groups/group-store.ts';
export { insertLabels, listLabelsNamed } from '../labels/label-store.ts';
export { insertLinks, type TicketLink } from '../links/link-store.ts';
export { insertOrigins, listImportedTickets } from '../origins/origin-store.ts';
export { FieldOptions, fieldValues as storedFieldValues } from '../own-fields/own-field-schemas.ts';
export { recordSettingEvent } from '../setting-events.ts';
export { lockRelations, wouldCreateCycle } from '../ticket-store.ts';
export { type ImportedComment, type ImportedTicket, importTickets } from './import-tickets.ts';
export { recountCommentRows, recountTicketRows, setParentRow } from './imported-ticket-store.ts';
export { numberImportedTickets } from './number-imported-tickets.ts';
export {
  type ImportedRelation,
  relateImportedTickets,
  setImportedParents,
} from './relate-imported-tickets.ts';
export {
  completeRestoredTickets,
  type RestoredTicket,
  readOwnStatuses,
  recordMissingCreations,
} from './restore-tickets.ts';
