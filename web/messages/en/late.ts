import { agentTasks } from './agent-tasks.ts';
import { agents } from './agents.ts';
import { arrange } from './arrange.ts';
import { attachments } from './attachments.ts';
import { auth } from './auth.ts';
import { calendar } from './calendar.ts';
import { collaboration } from './collaboration.ts';
import { condition } from './condition.ts';
import { docs } from './docs.ts';
import { editor } from './editor.ts';
import { help } from './help.ts';
import { inboundWebhooks } from './inbound-webhooks.ts';
import { initiatives } from './initiatives.ts';
import { instance } from './instance.ts';
import { notifications } from './notifications.ts';
import { overview } from './overview.ts';
import { projects } from './projects.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';
import { ticket } from './ticket.ts';
import { timeline } from './timeline.ts';
import { triage } from './triage.ts';
import { users } from './users.ts';
import { verbs } from './verbs.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';
import { workspaces } from './workspaces.ts';

/** The messages that no first screen shows (`loadLateMessages`). */
export const late = {
  agentTasks,
  agents,
  arrange,
  attachments,
  auth,
  calendar,
  collaboration,
  condition,
  docs,
  editor,
  help,
  inboundWebhooks,
  initiatives,
  instance,
  notifications,
  overview,
  projects,
  search,
  stats,
  ticket,
  timeline,
  triage,
  users,
  verbs,
  webhooks,
  words,
  workspaces,
};
