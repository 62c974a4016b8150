import type { DocsGenerationContext } from '../docs-generation/index.ts';
import type { AnyTool } from './tool.ts';
import { addComment } from './tools/add-comment.ts';
import { claimTask } from './tools/claim-task.ts';
import { createTicket } from './tools/create-ticket.ts';
import { findPeople } from './tools/find-people.ts';
import { finishTask } from './tools/finish-task.ts';
import { generateDocs } from './tools/generate-docs.ts';
import { getTicket } from './tools/get-ticket.ts';
import { heartbeatTask } from './tools/heartbeat-task.ts';
import { listProjects } from './tools/list-projects.ts';
import { listTasks } from './tools/list-tasks.ts';
import { listViews } from './tools/list-views.ts';
import { placeTicket } from './tools/place-ticket.ts';
import { reportActivity } from './tools/report-activity.ts';
import { searchTickets } from './tools/search-tickets.ts';
import { updateTicket } from './tools/update-ticket.ts';

/** All MCP tools. Each agent carries all descriptions in its context, so keep them few. */
export const newTools = (docs: DocsGenerationContext): readonly AnyTool[] => [
  searchTickets,
  getTicket,
  createTicket,
  updateTicket,
  placeTicket,
  addComment,
  listProjects,
  listViews,
  findPeople,
  listTasks,
  claimTask,
  heartbeatTask,
  reportActivity,
  finishTask,
  generateDocs(docs),
];
