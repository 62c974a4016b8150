export { parseCallerDate } from './caller-date.ts';
export { changeTicket } from './change/change-ticket.ts';
export { docketUserId } from './change/docket-user.ts';
export { type AgentMove, moveTicketByDocket, moveTicketForAgent } from './change/move-for-agent.ts';
export { reopenTicket } from './change/reopen-ticket.ts';
export { shipTicket } from './change/ship-ticket.ts';
export { checklistLimits } from './checklists/checklist.ts';
export { setChecklist } from './checklists/checklists.ts';
export { listThreadAuthors } from './comments/comment-store.ts';
export { addComment } from './comments/comments.ts';
export { createTicket } from './create-ticket.ts';
export {
  addCriterion,
  changeCriterion,
  changeStates,
  deleteCriterion,
  listCriteria,
  orderCriteria,
  setCriteria,
} from './criteria/criteria.ts';
export {
  type Criterion,
  type CriterionState,
  criterionLimits,
  criterionStates,
} from './criteria/criterion.ts';
export { type CriterionActor, criterionEventFields } from './criteria/criterion-events.ts';
export { CriterionCheck, CriterionInput, criterionText } from './criteria/criterion-schemas.ts';
export { listTicketsToRecheck } from './criteria/criterion-store.ts';
export { startCycleLoop } from './cycles/cycle-loop.ts';
export { deleteTicket, purgeDeletedTickets } from './delete-ticket.ts';
export { titleWords } from './duplicates/title-words.ts';
export { allTicketEvents } from './event-types.ts';
export type { ListDecidingEvidence } from './export/exported-criteria.ts';
export { withTicketRow } from './fields/event-row.ts';
export type { StoredTicketRow } from './fields/stored-ticket-row.ts';
export { PackedTickets } from './fields/ticket-columns.ts';
export {
  choiceFields,
  fieldDeclaration,
  inputFields,
  rowFields,
  type TicketField,
} from './fields/ticket-fields.ts';
export { rangeFilters, ticketFilters, type ValueFilter, valueFilters } from './fields/ticket-filters.ts';
export { fieldsQuery, presentTicketRow, TicketRow } from './fields/ticket-row.ts';
export { packedSelect } from './fields/ticket-row-store.ts';
export type { Missing } from './gates/gate.ts';
export { type GateProof, withGateProof } from './gates/gate-proof.ts';
export { getTicket, getTicketFor, lockTicketFor, type TicketDetails } from './get-ticket.ts';
export { createGroup, getGroup, getGroupFor, listGroups } from './groups/groups.ts';
export * as ticketImport from './import/index.ts';
export { listLabelsNamed } from './labels/label-store.ts';
export { createLabel, listLabels } from './labels/labels.ts';
export * as codeLinks from './links/index.ts';
export { findWordConditions } from './lists/find-word-conditions.ts';
export { indexStateField, presentIndexState } from './lists/index-state.ts';
export { filterMatching, listTickets, type TicketListing } from './lists/list-tickets.ts';
export { factsBefore, matchesFacts, type TicketFacts } from './lists/matches-facts.ts';
export { cleanSavedQuery, parseSavedQuery, parseStoredQuery, SavedQuery } from './lists/saved-query.ts';
export { searchWords } from './lists/search-words.ts';
export {
  asksForWords,
  type FilterTree,
  type Homes,
  isFiltered,
  noValue,
  type TicketFilter,
} from './lists/ticket-filter.ts';
export type { CountedFacet, FacetCounts, IndexedPage, TicketIndex } from './lists/ticket-index.ts';
export { parseTicketListing } from './lists/ticket-list-query.ts';
export { listCompactRowsById, listTicketRowsById } from './lists/ticket-list-store.ts';
export { buildTicketQuery, idsByFieldValue } from './lists/ticket-query.ts';
export { findVisibleHomes } from './lists/visible-homes.ts';
export { findMentionedBy, nameMentions } from './mentions/mentions.ts';
export { presentGroup, presentLabel, presentTicketItem } from './present-ticket.ts';
export { placeTicket } from './rank/place-ticket.ts';
export { isRankAt } from './rank/rank.ts';
export { addReaction } from './reactions/emoji-reactions.ts';
export { findReadableSubjects, lostAccessText } from './readable-subjects.ts';
export {
  listBlockersInProject,
  listOpenBlockers,
  listTicketsAtOrBelow,
  lockReadiness,
  lockTicketRows,
} from './relations/blocker-store.ts';
export { addRelation, listRelations, type RelationKind, setRelations } from './relations/relations.ts';
export { resolveParents } from './resolve-parents.ts';
export * as reviews from './reviews/index.ts';
export { addRoutes } from './routes.ts';
export { startScheduleLoop } from './schedules/run-schedules.ts';
export {
  isOpen,
  nextUpdate,
  openCondition,
  openStatuses,
  parseTicketKey,
  type Ticket,
  type TicketStatus,
  ticketKey,
  ticketPriorities,
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
export {
  type CountChange,
  changeAttachmentCount,
  countUserWork,
  isWorkspaceInUse,
  ticketCountChanges,
} from './ticket-count-store.ts';
export {
  formatTicket,
  isOfImport,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from './ticket-events.ts';
export {
  estimateInput,
  Group,
  Label,
  TicketItem,
  TicketPatch,
  ticketFilterQuery,
  ticketRef,
} from './ticket-schemas.ts';
export { touchTicket, tryLockTicket } from './ticket-store.ts';
export { logTime } from './time-logs/time-logs.ts';
export { startTriageLoop } from './triage/wake-snoozed.ts';
export * as watchers from './watchers/index.ts';
export { parseWorkflow, stepName } from './workflow/workflow.ts';
export { Workflow } from './workflow/workflow-schemas.ts';
