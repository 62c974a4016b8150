import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import { addBulkRoutes } from './bulk/bulk-routes.ts';
import { addChecklistRoutes } from './checklists/checklist-routes.ts';
import { addCommentRoutes } from './comments/comment-routes.ts';
import { addCycleRoutes } from './cycles/cycle-routes.ts';
import { addExportRoutes } from './export/export-routes.ts';
import type { ListDecidingEvidence } from './export/exported-criteria.ts';
import { addFilterRoutes } from './filter-language/filter-routes.ts';
import { addGateRoutes } from './gates/gate-routes.ts';
import { addGroupRoutes } from './groups/group-routes.ts';
import { addHistoryRoutes } from './history/history-routes.ts';
import { addLabelRoutes } from './labels/label-routes.ts';
import { addLinkRoutes } from './links/link-routes.ts';
import type { TicketIndex } from './lists/ticket-index.ts';
import { addTicketListRoutes } from './lists/ticket-list-routes.ts';
import { addOwnFieldRoutes } from './own-fields/own-field-routes.ts';
import { addRankRoutes } from './rank/rank-routes.ts';
import { addReactionRoutes } from './reactions/reaction-routes.ts';
import { addRelationRoutes } from './relations/relation-routes.ts';
import { addScheduleRoutes } from './schedules/schedule-routes.ts';
import { addTemplateRoutes } from './templates/template-routes.ts';
import { addTicketRoutes } from './ticket-routes.ts';
import { addTimeLogRoutes } from './time-logs/time-log-routes.ts';
import { addTriageRoutes } from './triage/triage-routes.ts';
import { addWatcherRoutes } from './watchers/watcher-routes.ts';
import { addWorkflowRoutes } from './workflow/workflow-routes.ts';

interface RoutesContext {
  eventCatalogue: readonly EventType[];
  ticketIndex: TicketIndex;
  listDecidingEvidence: ListDecidingEvidence;
}

export function addRoutes(
  app: FastifyInstance,
  { eventCatalogue, ticketIndex, listDecidingEvidence }: RoutesContext,
): void {
  addTicketListRoutes(app, ticketIndex);
  addFilterRoutes(app);
  addTicketRoutes(app);
  addBulkRoutes(app);
  addExportRoutes(app, ticketIndex, listDecidingEvidence);
  addChecklistRoutes(app);
  addCommentRoutes(app);
  addReactionRoutes(app);
  addTimeLogRoutes(app);
  addWatcherRoutes(app);
  addRelationRoutes(app);
  addRankRoutes(app);
  addTriageRoutes(app);
  addLinkRoutes(app);
  addHistoryRoutes(app, eventCatalogue);
  addLabelRoutes(app);
  addGateRoutes(app);
  addGroupRoutes(app);
  addCycleRoutes(app);
  addOwnFieldRoutes(app);
  addWorkflowRoutes(app);
  addTemplateRoutes(app);
  addScheduleRoutes(app);
}
