import type { Messages } from '../en/index.ts';
import { agentTasks } from './agent-tasks.ts';
import { agents } from './agents.ts';
import { attachments } from './attachments.ts';
import { auth } from './auth.ts';
import { board } from './board.ts';
import { calendar } from './calendar.ts';
import { docs } from './docs.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import { inboundWebhooks } from './inbound-webhooks.ts';
import { instance } from './instance.ts';
import { notifications } from './notifications.ts';
import { parts } from './parts.ts';
import { projects } from './projects.ts';
import { shell } from './shell.ts';
import { stats } from './stats.ts';
import { ticket } from './ticket.ts';
import { tickets } from './tickets.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';
import { workspaces } from './workspaces.ts';

export const de: Messages = {
  agentTasks,
  agents,
  attachments,
  auth,
  board,
  calendar,
  docs,
  fields,
  filter,
  instance,
  inboundWebhooks,
  notifications,
  parts,
  projects,
  shell,
  stats,
  ticket,
  tickets,
  users,
  views,
  webhooks,
  work,
  workspaces,
};
