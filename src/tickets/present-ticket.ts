import { toIso } from '../platform/instant.ts';
import { presentProject } from '../projects/index.ts';
import { presentWorkspace } from '../workspaces/index.ts';
import type { PossibleDuplicate } from './duplicates/possible-duplicates.ts';
import type { TicketDetails } from './get-ticket.ts';
import type { Group, GroupKind } from './groups/group.ts';
import type { Label } from './labels/label-store.ts';
import type { CommentWithMentions } from './mentions/mentions.ts';
import { ticketKey } from './ticket.ts';
import type { TicketItem } from './ticket-list-store.ts';

const isoOrAbsent = (at: number | null) => (at === null ? undefined : toIso(at));

export function presentTicketItem(row: TicketItem) {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    key: ticketKey(row.projectKey, row.number),
    number: row.number ?? undefined,
    type: row.type,
    status: row.status,
    priority: row.priority,
    stage: row.stage,
    projectId: row.projectId ?? undefined,
    workspaceId: row.workspaceId,
    assigneeId: row.assigneeId ?? undefined,
    reporterId: row.reporterId,
    groupId: row.groupId ?? undefined,
    parentId: row.parentId ?? undefined,
    dueDate: isoOrAbsent(row.dueDate),
    completedAt: isoOrAbsent(row.completedAt),
    version: row.version,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    assignee:
      row.assigneeId === null
        ? null
        : { id: row.assigneeId, name: row.assigneeName, email: row.assigneeEmail, image: row.assigneeImage },
    reporter: {
      id: row.reporterId,
      name: row.reporterName,
      email: row.reporterEmail,
      image: row.reporterImage,
    },
    _count: { comments: row.commentCount, attachments: row.attachmentCount, timeLogs: row.timeLogCount },
  };
}

export function presentTicket(row: TicketDetails) {
  return {
    ...presentTicketItem(row),
    project: projectOf(row),
    workspace: presentWorkspace({
      id: row.workspaceId,
      name: row.workspaceName,
      kind: row.workspaceKind,
      ownerId: row.workspaceOwnerId,
      createdAt: row.workspaceCreatedAt,
      updatedAt: row.workspaceUpdatedAt,
    }),
    group: groupOf(row),
    labels: row.labels.map(presentLabel),
    comments: row.comments.map(presentComment),
  };
}

export const presentDuplicate = ({
  id,
  title,
  status,
  number,
  projectKey,
  similarity,
}: PossibleDuplicate) => ({
  id,
  key: ticketKey(projectKey, number),
  title,
  status,
  similarity: Math.round(similarity * 100) / 100,
});

export const presentComment = (comment: CommentWithMentions) => ({
  id: comment.id,
  ticketId: comment.ticketId,
  content: comment.content,
  author: {
    id: comment.authorId,
    name: comment.authorName,
    email: comment.authorEmail,
    image: comment.authorImage,
  },
  mentions: comment.mentions,
  createdAt: toIso(comment.createdAt),
  updatedAt: toIso(comment.updatedAt),
});

export const presentLabel = (label: Label) => ({
  ...label,
  createdAt: toIso(label.createdAt),
  updatedAt: toIso(label.updatedAt),
});

function projectOf(row: TicketDetails) {
  if (row.projectId === null) return null;
  // The joined columns of an existing project are never null.
  return presentProject({
    id: row.projectId,
    workspaceId: row.workspaceId,
    ownerId: row.projectOwnerId as string,
    name: row.projectName as string,
    description: row.projectDescription,
    key: row.projectKey as string,
    status: row.projectStatus as 'active',
    visibility: row.visibility as 'private',
    version: row.projectVersion as number,
    createdAt: row.projectCreatedAt as number,
    updatedAt: row.projectUpdatedAt as number,
  });
}

function groupOf(row: TicketDetails) {
  if (row.groupId === null) return null;
  return presentGroup({
    id: row.groupId,
    projectId: row.projectId as string,
    name: row.groupName as string,
    kind: row.groupKind as GroupKind,
    startsAt: row.groupStartsAt,
    endsAt: row.groupEndsAt,
    createdAt: row.groupCreatedAt as number,
    updatedAt: row.groupUpdatedAt as number,
  });
}

export const presentGroup = ({ startsAt, endsAt, createdAt, updatedAt, ...group }: Group) => ({
  ...group,
  startsAt: isoOrAbsent(startsAt),
  endsAt: isoOrAbsent(endsAt),
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
