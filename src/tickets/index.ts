export { changeTicket } from './change-ticket.ts';
export { checklistLimits } from './checklists/checklist.ts';
export { listThreadAuthors } from './comments/comment-store.ts';
export { addComment } from './comments/comments.ts';
export { createTicket } from './create-ticket.ts';
export { startCycleLoop } from './cycles/cycle-loop.ts';
export { deleteTicket, purgeDeletedTickets } from './delete-ticket.ts';
export { withTicketRow } from './event-row.ts';
export { allTicketEvents } from './event-types.ts';
export { findWordConditions } from './find-word-conditions.ts';
export { getTicket, getTicketFor, lockTicketFor, type TicketDetails } from './get-ticket.ts';
export { createGroup, getGroup, getGroupFor, listGroups } from './groups/groups.ts';
export * as ticketImport from './import/index.ts';
export { indexStateField, presentIndexState } from './index-state.ts';
export { createLabel, listLabels } from './labels/labels.ts';
export * as codeLinks from './links/index.ts';
export { listTickets, type TicketListing } from './list-tickets.ts';
export { findMentionedBy } from './mentions/mentions.ts';
export { presentGroup, presentLabel, presentTicketItem } from './present-ticket.ts';
export { placeTicket } from './rank/place-ticket.ts';
export { isRankAt } from './rank/rank.ts';
export { addReaction } from './reactions/emoji-reactions.ts';
export { findReadableSubjects, lostAccessText } from './readable-subjects.ts';
export { addRelation, type RelationKind } from './relations/relations.ts';
export { resolveParents } from './resolve-parents.ts';
export { addRoutes } from './routes.ts';
export { cleanSavedQuery, parseSavedQuery, parseStoredQuery, SavedQuery } from './saved-query.ts';
export { startScheduleLoop } from './schedules/run-schedules.ts';
export { searchWords } from './search-words.ts';
export type { StoredTicketRow } from './stored-ticket-row.ts';
export {
  isOpen,
  nextUpdate,
  parseTicketKey,
  type Ticket,
  ticketKey,
  ticketPriorities,
  ticketStages,
  ticketStatuses,
  ticketTypes,
} from './ticket.ts';
export {
  canComment,
  canDeleteComment,
  canEditTicket,
  canReadTicket,
  type TicketAccessContext,
} from './ticket-access.ts';
export { PackedTickets } from './ticket-columns.ts';
export {
  formatTicket,
  isOfImport,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from './ticket-events.ts';
export {
  asksForWords,
  type DateRange,
  type EstimateRange,
  type FilterTree,
  type Homes,
  isFiltered,
  noValue,
  type PeopleFilter,
  type TicketFilter,
} from './ticket-filter.ts';
export type { CountedFacet, FacetCounts, IndexedPage, TicketIndex } from './ticket-index.ts';
export { parseTicketListing } from './ticket-list-query.ts';
export { listCompactRowsById, listTicketRowsById } from './ticket-list-store.ts';
export { buildTicketQuery, idsByFieldValue } from './ticket-query.ts';
export { fieldsQuery, presentTicketRow, TicketRow } from './ticket-row.ts';
export { packedSelect } from './ticket-row-store.ts';
export { estimateInput, Group, Label, TicketItem, ticketFilterQuery, ticketRef } from './ticket-schemas.ts';
export { logTime } from './time-logs/time-logs.ts';
export { findVisibleHomes } from './visible-homes.ts';
export * as watchers from './watchers/index.ts';
export { parseWorkflow } from './workflow/workflow.ts';
export { Workflow } from './workflow/workflow-schemas.ts';
