import { choice, choices, id, instant, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { Project } from '../projects/index.ts';
import { PublicUser } from '../users/index.ts';
import { Workspace } from '../workspaces/index.ts';
import { groupKinds } from './groups/group.ts';
import { ticketPriorities, ticketStages, ticketStatuses, ticketTypes } from './ticket.ts';
import { ticketSorts } from './ticket-list-store.ts';

const title = () => trimmed(1, 500, { examples: ['The invoice shows yesterday’s rate'] });
const description = () =>
  Type.String({ maxLength: 100_000, examples: ['Steps: open an invoice after midnight.'] });
const labelIds = () => Type.Array(id(), { maxItems: 50 });

export const Label = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['regression'] }),
    color: Type.String({ examples: ['#d73a4a'] }),
    workspaceId: id(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Label' },
);

export const Group = Type.Object(
  {
    id: id(),
    projectId: id(),
    name: Type.String({ examples: ['Sprint 7'] }),
    kind: choice(groupKinds),
    startsAt: Type.Optional(timestamp()),
    endsAt: Type.Optional(timestamp()),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Group' },
);

export const Comment = Type.Object(
  {
    id: id(),
    ticketId: id(),
    content: Type.String({ examples: ['Seen on staging as well.'] }),
    author: PublicUser,
    mentions: Type.Array(PublicUser, { description: 'Whom it mentions, of those who may read the ticket' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Comment' },
);

const ticketFields = {
  id: id(),
  title: Type.String({ examples: ['The invoice shows yesterday’s rate'] }),
  description: Type.Optional(description()),
  key: Type.Optional(Type.String({ examples: ['PAY-12'] })),
  number: Type.Optional(Type.Number({ examples: [12] })),
  type: choice(ticketTypes),
  status: choice(ticketStatuses),
  priority: choice(ticketPriorities),
  stage: choice(ticketStages),
  projectId: Type.Optional(id()),
  workspaceId: id(),
  assigneeId: Type.Optional(id()),
  reporterId: id(),
  groupId: Type.Optional(id()),
  parentId: Type.Optional(id()),
  dueDate: Type.Optional(timestamp()),
  completedAt: Type.Optional(timestamp()),
  version: Type.Number({ description: 'Counts its changes; the first part of its ETag', examples: [3] }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  assignee: nullable(PublicUser),
  reporter: nullable(PublicUser),
  _count: Type.Object({
    comments: Type.Number({ examples: [1] }),
    attachments: Type.Number({ examples: [0] }),
    timeLogs: Type.Number({ examples: [0] }),
  }),
};

export const TicketItem = Type.Object(ticketFields, { title: 'TicketItem' });

export const TicketWithDetails = Type.Object(
  {
    ...ticketFields,
    project: nullable(Project),
    workspace: nullable(Workspace),
    group: nullable(Group),
    labels: Type.Array(Label),
    comments: Type.Array(Comment, { description: 'The latest 100, oldest first' }),
  },
  { title: 'TicketWithDetails' },
);

export const CreatedTicket = Type.Object(
  {
    ...TicketWithDetails.properties,
    possibleDuplicates: Type.Array(
      Type.Object(
        {
          id: id(),
          key: Type.Optional(Type.String({ examples: ['PAY-7'] })),
          title: Type.String({ examples: ['Invoice shows the rate of yesterday'] }),
          status: choice(ticketStatuses),
          similarity: Type.Number({ description: 'From 0.55 to 1', examples: [0.83] }),
        },
        { title: 'PossibleDuplicate' },
      ),
      { description: 'Up to 5 open tickets of the same project or workspace, the most similar first' },
    ),
  },
  { title: 'CreatedTicket' },
);

const optional = {
  description: Type.Optional(nullable(description())),
  assigneeId: Type.Optional(nullable(id({ description: 'A user’s id, or `me`' }))),
  groupId: Type.Optional(nullable(id())),
  parentId: Type.Optional(nullable(id())),
  dueDate: Type.Optional(nullable(instant({ description: 'A date-time, or a date: the end of that day' }))),
};

export const TicketInput = Type.Object({
  title: title(),
  ...optional,
  type: Type.Optional(nullable(choice(ticketTypes))),
  status: Type.Optional(nullable(choice(ticketStatuses))),
  priority: Type.Optional(nullable(choice(ticketPriorities))),
  stage: Type.Optional(nullable(choice(ticketStages))),
  projectId: Type.Optional(nullable(id({ description: 'A project’s id or key' }))),
  workspaceId: Type.Optional(nullable(id())),
  labelIds: Type.Optional(nullable(labelIds())),
});

export const TicketPatch = Type.Object({
  title: Type.Optional(title()),
  ...optional,
  type: Type.Optional(choice(ticketTypes)),
  status: Type.Optional(choice(ticketStatuses)),
  priority: Type.Optional(choice(ticketPriorities)),
  stage: Type.Optional(choice(ticketStages)),
  projectId: Type.Optional(
    nullable(id({ description: 'Moves the ticket; it keeps answering to its old key' })),
  ),
  labelIds: Type.Optional(nullable(labelIds())),
});

export const StatusInput = Type.Object({ status: choice(ticketStatuses) });

export const AssigneeInput = Type.Object({
  assigneeId: nullable(id({ description: 'A user’s id, `me`, or null for nobody' })),
});

export const CommentInput = Type.Object({
  content: trimmed(1, 64_000, { examples: ['Seen on staging as well.'] }),
});

export const ticketRef = id({ description: 'The ticket’s id or key' });

const list = (description: string) => Type.Optional(Type.String({ description, maxLength: 5_000 }));
const words = (known: readonly string[]) => Type.Optional(choices(known, { maxLength: 5_000 }));

export const TicketQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(choice(ticketSorts, { default: 'updatedAt' })),
  order: Type.Optional(choice(['asc', 'desc'], { default: 'desc' })),
  search: list('Words that must all occur in key, title, description or comments'),
  status: words(ticketStatuses),
  priority: words(ticketPriorities),
  type: words(ticketTypes),
  stage: words(ticketStages),
  assignee: list('User ids, `me` or `none`, separated by commas'),
  reporter: list('User ids or `me`, separated by commas'),
  project: list('Project ids or keys, separated by commas'),
  workspace: list('Workspace ids, separated by commas'),
  group: list('Group ids, separated by commas'),
  label: list('Label ids, separated by commas'),
  parent: list('Ids or keys of the tickets right above, separated by commas'),
  ready: Type.Optional(Type.Boolean({ description: 'Only what is open and not blocked by anything open' })),
});
