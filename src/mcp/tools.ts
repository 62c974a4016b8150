import type { IssueGitAccess } from '../agent-tasks/index.ts';
import type { DocsGenerationContext } from '../docs-generation/index.ts';
import type { AnyTool } from './tool.ts';
import { addComment } from './tools/add-comment.ts';
import { addEvidence } from './tools/add-evidence.ts';
import { claimTask } from './tools/claim-task.ts';
import { createTask } from './tools/create-task.ts';
import { createTicket } from './tools/create-ticket.ts';
import { findPeople } from './tools/find-people.ts';
import { finishTask } from './tools/finish-task.ts';
import { generateDocs } from './tools/generate-docs.ts';
import { getContext } from './tools/get-context.ts';
import { getTicket } from './tools/get-ticket.ts';
import { heartbeatTask } from './tools/heartbeat-task.ts';
import { listProjects } from './tools/list-projects.ts';
import { listTasks } from './tools/list-tasks.ts';
import { listViews } from './tools/list-views.ts';
import { placeTicket } from './tools/place-ticket.ts';
import { remember } from './tools/remember.ts';
import { reportActivity } from './tools/report-activity.ts';
import { searchTickets } from './tools/search-tickets.ts';
import { steerTask } from './tools/steer-task.ts';
import { updateTicket } from './tools/update-ticket.ts';

interface ToolContext {
  docs: DocsGenerationContext;
  config: { AGENT_TASKS_PER_HOUR: number };
  issueGitAccess: IssueGitAccess;
}

/** All MCP tools. Each agent carries all descriptions in its context, so keep them few. */
export const newTools = ({ docs, config, issueGitAccess }: ToolContext): readonly AnyTool[] => [
  searchTickets,
  getTicket,
  createTicket,
  updateTicket,
  placeTicket,
  addComment(config.AGENT_TASKS_PER_HOUR),
  addEvidence,
  listProjects,
  listViews,
  findPeople,
  listTasks,
  createTask(config.AGENT_TASKS_PER_HOUR),
  steerTask,
  claimTask(issueGitAccess),
  getContext,
  heartbeatTask,
  reportActivity,
  finishTask,
  remember,
  generateDocs(docs),
];
