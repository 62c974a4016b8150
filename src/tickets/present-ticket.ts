import { toIso } from '../platform/instant.ts';
import { presentProject } from '../projects/index.ts';
import { presentWorkspace } from '../workspaces/index.ts';
import { presentChecklist } from './checklists/checklist-schemas.ts';
import type { CommentDetails } from './comments/comment-details.ts';
import { parseProgress } from './criteria/criterion.ts';
import type { PossibleDuplicate } from './duplicates/possible-duplicates.ts';
import { newPresenter } from './fields/present-fields.ts';
import { wireFields } from './fields/ticket-fields.ts';
import type { TicketDetails } from './get-ticket.ts';
import type { Group } from './groups/group.ts';
import type { Label } from './labels/label-store.ts';
import type { TicketItem } from './lists/ticket-list-store.ts';
import { ticketKey } from './ticket.ts';
import type { TicketCounts } from './ticket-store.ts';
import { projectStatusName } from './workflow/workflow.ts';

const isoOrAbsent = (at: number | null) => (at === null ? undefined : toIso(at));

export const presentTicketItem = newPresenter(wireFields, {
  key: ({ projectKey, number }: TicketItem) => ticketKey(projectKey, number),
  workspaceId: (row: TicketItem) => row.workspaceId,
  statusName: (row: TicketItem) => projectStatusName(row.workflow, row),
  assignee: (row: TicketItem) =>
    row.assigneeId === null
      ? null
      : { id: row.assigneeId, name: row.assigneeName, email: row.assigneeEmail, image: row.assigneeImage },
  reporter: (row: TicketItem) => ({
    id: row.reporterId,
    name: row.reporterName,
    email: row.reporterEmail,
    image: row.reporterImage,
  }),
  _count: (row: TicketItem) => presentCounts(row),
});

export const presentCounts = ({
  commentCount,
  attachmentCount,
  timeLogCount,
}: Omit<TicketCounts, 'labelCount'>) => ({
  comments: commentCount,
  attachments: attachmentCount,
  timeLogs: timeLogCount,
});

export function presentTicket(row: TicketDetails) {
  return {
    ...presentTicketItem(row),
    project: presentTicketProject(row),
    workspace: presentWorkspace({
      id: row.workspaceId,
      name: row.workspaceName,
      kind: row.workspaceKind,
      ownerId: row.workspaceOwnerId,
      createdAt: row.workspaceCreatedAt,
      updatedAt: row.workspaceUpdatedAt,
    }),
    group: presentTicketGroup(row),
    children: row.children,
    descendants: row.descendants,
    labels: row.labels.map(presentLabel),
    fieldValues: row.fieldValues,
    checklist: presentChecklist(row.checklist),
    criteria: parseProgress(row.criteriaProgress),
    reactions: row.reactions,
    comments: row.comments.map(presentComment),
  };
}

export const presentDuplicate = (ticket: PossibleDuplicate) => ({
  id: ticket.id,
  key: ticketKey(ticket.projectKey, ticket.number),
  title: ticket.title,
  status: ticket.status,
  similarity: Math.round(ticket.similarity * 100) / 100,
});

export const presentComment = (comment: CommentDetails) => ({
  id: comment.id,
  ticketId: comment.ticketId,
  content: comment.content,
  author: {
    id: comment.authorId,
    name: comment.authorName,
    email: comment.authorEmail,
    image: comment.authorImage,
  },
  ...(comment.importedBy !== null && { importedBy: comment.importedBy }),
  ...(comment.parentId !== null && { parentId: comment.parentId }),
  ...(comment.replyCount > 0 && { replyCount: comment.replyCount }),
  ...(comment.resolvedAt !== null && {
    resolvedAt: toIso(comment.resolvedAt),
    resolvedBy: comment.resolvedBy ?? undefined,
  }),
  mentions: comment.mentions,
  reactions: comment.reactions,
  createdAt: toIso(comment.createdAt),
  updatedAt: toIso(comment.updatedAt),
});

export const presentLabel = (label: Label) => ({
  ...label,
  createdAt: toIso(label.createdAt),
  updatedAt: toIso(label.updatedAt),
});

function presentTicketProject(row: TicketDetails) {
  if (row.projectId === null) return null;
  return presentProject({
    id: row.projectId,
    workspaceId: row.workspaceId,
    ownerId: row.projectOwnerId,
    name: row.projectName,
    description: row.projectDescription,
    key: row.projectKey,
    status: row.projectStatus,
    visibility: row.visibility,
    estimateUnit: row.projectEstimateUnit,
    version: row.projectVersion,
    createdAt: row.projectCreatedAt,
    updatedAt: row.projectUpdatedAt,
  });
}

function presentTicketGroup(row: TicketDetails) {
  if (row.groupId === null) return null;
  return presentGroup({
    id: row.groupId,
    projectId: row.projectId,
    name: row.groupName,
    kind: row.groupKind,
    description: row.groupDescription,
    startsAt: row.groupStartsAt,
    endsAt: row.groupEndsAt,
    createdAt: row.groupCreatedAt,
    updatedAt: row.groupUpdatedAt,
  });
}

export const presentGroup = ({ description, startsAt, endsAt, createdAt, updatedAt, ...group }: Group) => ({
  ...group,
  description: description ?? undefined,
  startsAt: isoOrAbsent(startsAt),
  endsAt: isoOrAbsent(endsAt),
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
