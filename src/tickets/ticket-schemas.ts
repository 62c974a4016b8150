import type { TBoolean, TOptional, TSchema, TString, TUnsafe } from 'typebox';
import { choice, choices, id, instant, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { Project } from '../projects/index.ts';
import { PublicUser } from '../users/index.ts';
import { Workspace } from '../workspaces/index.ts';
import { Checklist, checklistTexts } from './checklists/checklist-schemas.ts';
import { CriteriaProgress, criteriaInput } from './criteria/criterion-schemas.ts';
import {
  type FieldDeclaration,
  fieldDeclaration,
  type InputField,
  inputFields,
  type NullableField,
  ticketSorts,
  type WireField,
  type WireValue,
  wireFields,
} from './fields/ticket-fields.ts';
import {
  type FilterKind,
  type NoneParameter,
  type RangeParameter,
  rangeParameters,
  ticketFilters,
  type ValueFilter,
  valueFilters,
} from './fields/ticket-filters.ts';
import { filterCharactersMax } from './filter-language/filter-tokens.ts';
import { gateReasonLength } from './gates/gate.ts';
import { groupKinds } from './groups/group.ts';
import { noValue } from './lists/ticket-filter.ts';
import { fieldInput, fieldValues, NamedFieldValue } from './own-fields/own-field-schemas.ts';
import { ticketStatuses } from './ticket.ts';
import { ticketPermissionFields } from './ticket-permissions.ts';

const labelRefs = (description: string) => Type.Array(id(), { maxItems: 50, description });
const labelIds = () => labelRefs('Ids of labels, or their names in the workspace of the ticket');

export const force = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'Closes the ticket even if it has open children or, with `reason`, if gates of the project ask for more; both are else 409',
    }),
  );

export const forceReason = () =>
  Type.Optional(
    nullable(
      Type.String({
        maxLength: gateReasonLength,
        description: 'With `force`: why the ticket is done although something is missing. It is recorded',
        examples: ['Hotfix, reviewed by phone'],
      }),
    ),
  );

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
    description: Type.Optional(Type.String({ examples: ['What we promise for the fair.'] })),
    startsAt: Type.Optional(timestamp()),
    endsAt: Type.Optional(timestamp()),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Group' },
);

const progressFields = (total: number) => ({
  total: Type.Integer({ examples: [total] }),
  open: Type.Integer({ examples: [1], description: 'Neither done nor cancelled' }),
  done: Type.Integer({ examples: [total - 1] }),
  cancelled: Type.Integer({ examples: [0] }),
  estimate: Type.Object(
    {
      total: Type.Number({ examples: [8] }),
      open: Type.Number({ examples: [3] }),
      done: Type.Number({ examples: [5] }),
    },
    { title: 'ProgressEstimate', description: 'The sums of the estimates' },
  ),
});

export const GroupWithProgress = Type.Object(
  {
    ...Group.properties,
    progress: Type.Optional(
      Type.Object(progressFields(3), {
        title: 'MilestoneProgress',
        description: 'Of a milestone: the tickets that have it',
      }),
    ),
  },
  { title: 'GroupWithProgress' },
);

export const Reaction = Type.Object(
  {
    emoji: Type.String({ examples: ['👍'] }),
    count: Type.Integer({ examples: [1] }),
    me: Type.Boolean({ description: 'Whether you are one of them' }),
    users: Type.Array(Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) }), {
      description: 'The first 5',
    }),
  },
  { title: 'Reaction' },
);

export const Comment = Type.Object(
  {
    id: id(),
    ticketId: id(),
    content: Type.String({ examples: ['Seen on staging as well.'] }),
    author: PublicUser,
    importedBy: Type.Optional(
      id({ description: 'Who imported the comment from a file, which says who wrote it and when' }),
    ),
    parentId: Type.Optional(
      id({ description: 'Of a reply: the first comment of its thread, which may be deleted' }),
    ),
    replyCount: Type.Optional(Type.Integer({ description: 'Absent without replies', examples: [2] })),
    resolvedAt: Type.Optional(
      timestamp({ description: 'When its thread was resolved; absent while it is open' }),
    ),
    resolvedBy: Type.Optional(id({ description: 'Who resolved its thread' })),
    mentions: Type.Array(PublicUser, { description: 'The mentioned users who may read the ticket' }),
    reactions: Type.Array(Reaction, { description: 'The oldest emoji first' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Comment' },
);

type AnswerFields = {
  [N in WireField]: N extends NullableField ? TOptional<TUnsafe<WireValue<N>>> : TUnsafe<WireValue<N>>;
};
const answerFields = Object.fromEntries(
  wireFields.map((name) => {
    const schema = answerSchema(fieldDeclaration(name));
    return [name, fieldDeclaration(name).nullable ? Type.Optional(schema) : schema];
  }),
) as AnswerFields;

export function answerSchema({ kind, choices = [], example, description }: FieldDeclaration): TSchema {
  const options = {
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (kind === 'choice') return choice(choices);
  if (kind === 'id') return id(description === undefined ? {} : { description });
  if (kind === 'instant') return timestamp();
  if (kind === 'values') return fieldValues();
  return kind === 'integer' || kind === 'decimal' ? Type.Number(options) : Type.String(options);
}

export const Counts = Type.Object({
  comments: Type.Number({ examples: [1] }),
  attachments: Type.Number({ examples: [0] }),
  timeLogs: Type.Number({ examples: [0] }),
});

const itemFields = {
  ...answerFields,
  key: Type.Optional(Type.String({ examples: ['PAY-12'] })),
  workspaceId: id(),
  statusName: Type.Optional(
    Type.String({
      description:
        'What the project calls the status, or its own status; absent where it has no name of its own for it',
      examples: ['Selected'],
    }),
  ),
  assignee: nullable(PublicUser),
  reporter: nullable(PublicUser),
  _count: Counts,
};

export const TicketItem = Type.Object(itemFields, { title: 'TicketItem' });

export const TicketWithDetails = Type.Object(
  {
    ...itemFields,
    project: nullable(Project),
    workspace: nullable(Workspace),
    group: nullable(Group),
    children: Type.Object(progressFields(3), {
      title: 'ChildProgress',
      description: 'The tickets that have it as parent and that you may read; `?parent=` lists them',
    }),
    descendants: Type.Object(
      {
        ...progressFields(8),
        isComplete: Type.Boolean({
          description: 'False if there are more than 5,000, of which only so many are counted',
        }),
      },
      { title: 'DescendantProgress', description: 'The same for the tickets of all levels below it' },
    ),
    labels: Type.Array(Label),
    fieldValues: Type.Array(NamedFieldValue, {
      description: 'The values of `fields` with the names of their fields, without archived ones',
    }),
    checklist: Checklist,
    criteria: CriteriaProgress,
    reactions: Type.Array(Reaction, { description: 'The oldest emoji first' }),
    comments: Type.Array(Comment, { description: 'The latest 100, oldest first' }),
  },
  { title: 'TicketWithDetails' },
);

export const TicketWithPermissions = Type.Object(
  { ...TicketWithDetails.properties, ...ticketPermissionFields },
  { title: 'TicketWithPermissions' },
);

export const PossibleDuplicate = Type.Object(
  {
    id: id(),
    key: Type.Optional(Type.String({ examples: ['PAY-7'] })),
    title: Type.String({ examples: ['Invoice shows the rate of yesterday'] }),
    status: choice(ticketStatuses),
    similarity: Type.Number({ description: 'From 0.55 to 1', examples: [0.83] }),
  },
  { title: 'PossibleDuplicate' },
);

export const CreatedTicket = Type.Object(
  {
    ...TicketWithDetails.properties,
    possibleDuplicates: Type.Array(PossibleDuplicate, {
      description: 'Up to 5 open tickets of the same project or workspace, the most similar first',
    }),
  },
  { title: 'CreatedTicket' },
);

function inputSchema(field: FieldDeclaration): TSchema {
  const { kind, choices = [], limits, example, inputDescription } = field;
  const options = {
    ...limits,
    ...(inputDescription && { description: inputDescription }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (kind === 'choice') return choice(choices, options);
  if (kind === 'id') return id(options);
  if (kind === 'instant') return instant(options);
  if (kind === 'integer') return Type.Integer(options);
  if (kind === 'decimal') return Type.Number(options);
  return Type.String({ ...(limits?.minLength && { 'x-trimmed': true }), ...options });
}

/** The schema of an estimate, for tools that take one. */
export const estimateInput = () =>
  Type.Unsafe<number>({ type: 'number', ...fieldDeclaration('estimate').limits });

const schemasOfInput = (schemaOf: (field: FieldDeclaration) => TSchema) =>
  Object.fromEntries(inputFields.map((name) => [name, schemaOf(fieldDeclaration(name))]));

type NewFields = {
  [N in InputField]: N extends 'title' ? TUnsafe<string> : TOptional<TUnsafe<WireValue<N> | null>>;
};
export const TicketInput = Type.Object({
  ...(schemasOfInput((field) =>
    field.nullable || field.initial !== undefined
      ? Type.Optional(nullable(inputSchema(field)))
      : inputSchema(field),
  ) as NewFields),
  workspaceId: Type.Optional(nullable(id())),
  labelIds: Type.Optional(nullable(labelIds())),
  fields: Type.Optional(nullable(fieldInput())),
});

const ownId = () =>
  Type.Optional(
    nullable(
      id({
        description: 'A UUID of version 7 that the client made, at most 28 days ago; 409 if it is taken',
      }),
    ),
  );

/** A bulk entry with an id changes that ticket, so only a single creation accepts an id from the client. */
export const NewTicketInput = Type.Object({
  ...TicketInput.properties,
  title: Type.Optional(TicketInput.properties.title),
  id: ownId(),
  template: Type.Optional(
    nullable(
      id({
        description:
          'The id of a template, or its name in the project. Fields that you give replace those of the template; without one, the title is required',
      }),
    ),
  ),
  checklist: Type.Optional(nullable(checklistTexts())),
  criteria: Type.Optional(nullable(criteriaInput())),
  position: Type.Optional(
    Type.Union([Type.Literal('first'), Type.Literal('last')], {
      description: 'Where the ticket comes in the order by hand of its project or workspace',
      default: 'last',
    }),
  ),
});

type ChangedFields = {
  [N in InputField]: TOptional<TUnsafe<WireValue<N> | (N extends NullableField ? null : never)>>;
};
export const TicketPatch = Type.Object({
  ...(schemasOfInput((field) =>
    Type.Optional(field.nullable ? nullable(inputSchema(field)) : inputSchema(field)),
  ) as ChangedFields),
  projectId: Type.Optional(nullable(id({ description: 'Moves the ticket; its old key still leads to it' }))),
  labelIds: Type.Optional(nullable(labelIds())),
  fields: Type.Optional(nullable(fieldInput())),
  addLabels: Type.Optional(labelRefs('Ids or names of labels that the ticket gets besides those it has')),
  removeLabels: Type.Optional(labelRefs('Ids or names of labels that the ticket loses')),
  force: force(),
  reason: forceReason(),
});

export const StatusInput = Type.Object({
  status: choice(ticketStatuses),
  ownStatusId: TicketPatch.properties.ownStatusId,
  force: force(),
  reason: forceReason(),
});

export const AssigneeInput = Type.Object({
  assigneeId: nullable(
    id({
      description:
        '`me`, null for nobody, a user’s id, or the e-mail address of somebody with whom you share a project or workspace',
    }),
  ),
});

export const CommentInput = Type.Object({
  content: trimmed(1, 64_000, { examples: ['Seen on staging as well.'] }),
});

export const NewCommentInput = Type.Object({
  ...CommentInput.properties,
  id: ownId(),
  parentId: Type.Optional(
    nullable(
      id({ description: 'A comment of the same ticket to reply to; a reply to a reply joins its thread' }),
    ),
  ),
});

export const ticketRef = id({ description: 'The ticket’s id or key' });

const list = (description: string) => Type.Optional(Type.String({ description, maxLength: 5_000 }));
const words = (known: readonly string[]) => Type.Optional(choices(known, { maxLength: 5_000 }));

export const idsQuery = {
  ids: Type.Optional(
    Type.String({
      description:
        'Up to 100 ids or keys of tickets, or `commit:<hash>` and `pull_request:<owner/name>#<number>` for those linked to it, separated by commas; can only be combined with `fields`',
      maxLength: 10_000,
    }),
  ),
};

/** The field of a list by ids that names the missing ones. */
export const missingField = {
  missing: Type.Optional(
    Type.Array(Type.String(), {
      description: 'With `ids`: those that are deleted, not visible to you, or unknown',
    }),
  ),
};

const moment = (description: string) =>
  Type.Optional(
    instant({ description: `${description}; a date is the start of that day in your time zone` }),
  );

/** How a caller names the values of a filter, by its kind. */
const valueWords: Partial<Record<FilterKind, string>> = {
  project: 'Project ids or keys',
  workspace: 'Workspace ids',
  person: 'User ids or `me`',
  group: 'Group ids',
  milestone: 'Ids of milestones',
  ownStatus: 'Ids or names of statuses that projects added',
  label: 'Ids or names of labels',
  parent: 'Ids or keys of parent tickets',
};

function valuesSchema(name: ValueParameter): TOptional<TString> {
  const { kind, field, nullable: mayBeNone } = ticketFilters[name];
  const known = field && fieldDeclaration(field).choices;
  if (known) return words(mayBeNone ? [...known, noValue] : known);
  const none = mayBeNone && kind !== 'project' ? `, or \`${noValue}\`` : '';
  return list(`${valueWords[kind]}${none}, separated by commas`);
}

type ValueParameter = ValueFilter | 'project' | 'workspace';
const valueParameters: ValueParameter[] = [...valueFilters, 'project', 'workspace'];
const valueQuery = Object.fromEntries(valueParameters.map((name) => [name, valuesSchema(name)])) as Record<
  ValueParameter,
  TOptional<TString>
>;

type RangeQuery = { [N in RangeParameter]: TOptional<N extends NoneParameter ? TBoolean : TString> };
const rangeQuery = Object.fromEntries(
  rangeParameters.map(({ parameter, bound, description }) => [
    parameter,
    bound === 'none' ? Type.Optional(Type.Boolean({ description })) : moment(description),
  ]),
) as unknown as RangeQuery;

export const TicketListQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(choice(ticketSorts, { default: 'updatedAt' })),
  order: Type.Optional(choice(['asc', 'desc'], { default: 'desc' })),
  search: list('Words that must all occur in key, title, description, comments or criteria'),
  ...valueQuery,
  ready: Type.Optional(Type.Boolean({ description: 'Only open tickets that no open ticket blocks' })),
  overdue: Type.Optional(Type.Boolean({ description: 'Only open tickets whose due date is past' })),
  ...rangeQuery,
  filter: Type.Optional(
    Type.String({
      maxLength: filterCharactersMax,
      description:
        'A condition in the query language (docs/filter-language.md); tickets must also match the other parameters',
      examples: ['status in (todo, in_progress) and assignee = me and (due < 7d or priority >= high)'],
    }),
  ),
});

const {
  page: _page,
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  order: _order,
  ...filters
} = TicketListQuery.properties;
/** The filters of the list, for counts and statistics of its tickets. */
export const ticketFilterQuery = filters;
