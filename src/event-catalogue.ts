import { agentTaskEvents } from './agent-tasks/index.ts';
import { attachmentEvents } from './attachments/index.ts';
import { accountEvents } from './auth/index.ts';
import type { EventType } from './events/index.ts';
import { projectEvents } from './projects/index.ts';
import { settingEvents, ticketEvents, timeLogEvents } from './tickets/index.ts';
import { workspaceEvents } from './workspaces/index.ts';

/** Every type of event there is, each declared in the room where it happens. */
export const eventCatalogue = [
  ...accountEvents,
  ...workspaceEvents,
  ...projectEvents,
  ...ticketEvents,
  ...settingEvents,
  ...timeLogEvents,
  ...attachmentEvents,
  ...agentTaskEvents,
] as readonly EventType[];
