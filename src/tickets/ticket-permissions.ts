import { type Actor, type PermissionRules, permissionFields, permissionsBy } from '../users/index.ts';
import {
  canComment,
  canDeleteTicket,
  canEditTicket,
  canReadTicket,
  type TicketAccessContext,
} from './ticket-access.ts';

/** The actions that clients offer on a ticket. A use case gets a row here if clients show a button for it. */
function permissionRules(writers: string, place: 'project' | 'workspace') {
  const forWriters = (action: string) => ({
    can: canEditTicket,
    reason: `Only ${writers} can ${action}.`,
  });
  const forCommenters = (action: string) => ({
    can: canComment,
    reason: `Only the reporter, the assignee, and ${writers} can ${action}.`,
  });
  return {
    edit: forWriters('change this ticket'),
    changeStatus: forWriters('move this ticket'),
    assign: forWriters('assign this ticket'),
    rank: forWriters('reorder this ticket'),
    comment: forCommenters('comment on this ticket'),
    attach: forCommenters('attach files to this ticket'),
    logTime: forWriters('log time on this ticket'),
    relate: forWriters('relate this ticket to others'),
    watch: { can: canReadTicket, reason: 'Only those who may read this ticket can watch it.' },
    addWatchers: forWriters('add watchers to this ticket'),
    createTask: { ...forWriters('create agent tasks for this ticket'), keyScopes: ['write', 'agent'] },
    delete: {
      can: canDeleteTicket,
      reason: `Only admins and owners of the ${place}, and the member who reported it, can delete this ticket.`,
    },
  } as const satisfies PermissionRules<string, TicketAccessContext>;
}

const inProject = permissionRules('members, admins and owners of the project', 'project');
const inWorkspace = permissionRules('members of the workspace', 'workspace');

export const ticketPermissionFields = permissionFields(inProject, 'TicketPermissions');

const permissionsInProject = permissionsBy<keyof typeof inProject, TicketAccessContext>(inProject);
const permissionsInWorkspace = permissionsBy<keyof typeof inProject, TicketAccessContext>(inWorkspace);

export const listTicketPermissions = (actor: Actor, ticket: TicketAccessContext) =>
  ticket.projectId === null ? permissionsInWorkspace(actor, ticket) : permissionsInProject(actor, ticket);
