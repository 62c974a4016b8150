import { agentTaskEvents } from '../agent-tasks/index.ts';
import { agentEvents } from '../agents/index.ts';
import { attachmentEvents } from '../attachments/index.ts';
import { accountEvents } from '../auth/index.ts';
import { codeHostEvents } from '../docs-generation/index.ts';
import type { EventType } from '../events/index.ts';
import { importEvents } from '../imports/index.ts';
import { contributionEvents, inboundSettingEvents } from '../inbound-webhooks/index.ts';
import { initiativeEvents } from '../initiatives/index.ts';
import { instanceEvents } from '../instance/index.ts';
import { invitationEvents } from '../invitations/index.ts';
import { liveEvents } from '../live/index.ts';
import { notificationEvents } from '../notifications/index.ts';
import { webhookEvents, webhookTargetEvents } from '../outbound-webhooks/index.ts';
import { noteEvents } from '../project-memory/index.ts';
import { projectEvents, repositoryEvents } from '../projects/index.ts';
import { evidenceEvents } from '../proof/index.ts';
import { allTicketEvents } from '../tickets/index.ts';
import { userEvents } from '../users/index.ts';
import { viewEvents } from '../views/index.ts';
import { workspaceEvents } from '../workspaces/index.ts';

/** Every event type. Each module declares its own. */
export const eventCatalogue = [
  ...accountEvents,
  ...userEvents,
  ...workspaceEvents,
  ...projectEvents,
  ...repositoryEvents,
  ...invitationEvents,
  ...instanceEvents,
  ...allTicketEvents,
  ...viewEvents,
  ...initiativeEvents,
  ...noteEvents,
  ...attachmentEvents,
  ...evidenceEvents,
  ...importEvents,
  ...contributionEvents,
  ...inboundSettingEvents,
  ...codeHostEvents,
  ...agentEvents,
  ...notificationEvents,
  ...liveEvents,
  ...agentTaskEvents,
  ...webhookEvents,
  ...webhookTargetEvents,
] as readonly EventType[];
