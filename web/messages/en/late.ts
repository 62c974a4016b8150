import { agentTasks } from './agent-tasks.ts';
import { agents } from './agents.ts';
import { attachments } from './attachments.ts';
import { auth } from './auth.ts';
import { calendar } from './calendar.ts';
import { condition } from './condition.ts';
import { docs } from './docs.ts';
import { inboundWebhooks } from './inbound-webhooks.ts';
import { instance } from './instance.ts';
import { notifications } from './notifications.ts';
import { projects } from './projects.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';
import { ticket } from './ticket.ts';
import { timeline } from './timeline.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';
import { workspaces } from './workspaces.ts';

/** The messages that no first screen shows (`loadLateMessages`). */
export const late = {
  agentTasks,
  agents,
  attachments,
  auth,
  calendar,
  condition,
  docs,
  inboundWebhooks,
  instance,
  notifications,
  projects,
  search,
  stats,
  ticket,
  timeline,
  users,
  webhooks,
  words,
  workspaces,
};
