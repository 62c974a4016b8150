import { insertMany, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { NewComment } from './comments/comment-store.ts';
import type { Group } from './groups/group.ts';
import type { Label } from './labels/label-store.ts';

const labelColumns = ['id', 'workspace_id', 'name', 'name_folded', 'color', 'created_at', 'updated_at'];
const groupColumns = [
  ...['id', 'project_id', 'name', 'kind', 'starts_at', 'ends_at'],
  ...['created_at', 'updated_at'],
];
const commentColumns = [
  ...['id', 'ticket_id', 'author_id', 'content', 'content_folded'],
  ...['created_at', 'updated_at'],
];

export const insertLabels = (tx: Tx, labels: Label[]) =>
  insertMany(
    tx,
    'labels',
    labelColumns,
    labels.map((label) => [
      ...[label.id, label.workspaceId, label.name, foldCase(label.name), label.color],
      ...[label.createdAt, label.updatedAt],
    ]),
  );

export const insertGroups = (tx: Tx, groups: Omit<Group, 'updatedAt'>[]) =>
  insertMany(
    tx,
    'groups',
    groupColumns,
    groups.map((group) => [
      ...[group.id, group.projectId, group.name, group.kind, group.startsAt, group.endsAt],
      ...[group.createdAt, group.createdAt],
    ]),
  );

export const insertComments = (tx: Tx, comments: NewComment[]) =>
  insertMany(
    tx,
    'comments',
    commentColumns,
    comments.map((comment) => [
      ...[comment.id, comment.ticketId, comment.authorId, comment.content, foldCase(comment.content)],
      ...[comment.createdAt, comment.createdAt],
    ]),
  );
