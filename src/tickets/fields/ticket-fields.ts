import type { FieldValues } from '../own-fields/own-field.ts';

export const ticketTypes = ['TASK', 'BUG', 'FEATURE', 'IMPROVEMENT', 'EPIC'] as const;

export const ticketStatuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
/** All other statuses are open. */
export const closedStatuses = ['done', 'cancelled'] as const satisfies TicketStatus[];
export const isOpen = ({ status }: { status: string | null }): boolean =>
  !closedStatuses.some((closed) => closed === status);
export const openStatuses = ticketStatuses.filter((status) => isOpen({ status }));
/** The SQL condition that the status in a column is open. */
export const openCondition = (column: string) =>
  `${column} not in (${closedStatuses.map((status) => `'${status}'`).join(', ')})`;

export const ticketPriorities = ['lowest', 'low', 'medium', 'high', 'highest'] as const;

export const ticketStages = ['PLANNING', 'DEVELOPMENT', 'TESTING', 'DEPLOYMENT', 'COMPLETED'] as const;

/** Where a ticket from outside stands until somebody decides about it. */
const triageStates = ['waiting', 'snoozed'] as const;

export interface FieldDeclaration {
  column: string;
  /**
   * An `instant` is milliseconds in the database and ISO 8601 text outside. A `decimal` is whole hundredths in the
   * database and a number with two decimals elsewhere. `values` are JSON in the database and an object outside.
   */
  kind: 'id' | 'text' | 'choice' | 'integer' | 'decimal' | 'instant' | 'values';
  nullable?: true;
  /**
   * `input`: callers set and change it, and `ticket.updated` lists its changes. `rules`: use cases set and change it.
   * `once`: use cases set it when they create the ticket.
   */
  set: 'input' | 'rules' | 'once';
  /** The value of a new ticket if the input has none. An input field that is neither nullable nor has this is required. */
  initial?: string | number;
  /** The column with the case-folded text, for search and sorting. */
  foldedColumn?: string;
  /** In order: the steps of work, or from lowest to highest. */
  choices?: readonly string[];
  /** What an id refers to. */
  of?: 'person' | 'project' | 'group' | 'milestone' | 'parent' | 'ownStatus';
  /** The name of the filter: the parameter of lists (dates have `range`) and the field of the query language. */
  filter?: string;
  /** True if the choices can be compared in the query language: `priority >= high`. */
  isOrdered?: true;
  /** The parameters of lists for dates: from a moment on, before one, and without a date. `verb` begins their descriptions. */
  range?: { verb: string; from: string; before?: string; none?: string };
  /**
   * The prefix of the field's posting lists in the search index: a letter that no other field and no kind of list in
   * `posting-lists.ts` uses. Filters without one read the tickets table; those of dates and numbers need `isSorted`.
   */
  facet?: string;
  /** True if lists can be sorted by it: choices by their order (column `…_rank`), texts by the folded column. */
  isSorted?: true;
  /** The allowed input, in JSON Schema. A text with a minimum length is trimmed. */
  limits?: {
    minLength?: number;
    maxLength?: number;
    minimum?: number;
    maximum?: number;
    multipleOf?: number;
  };
  example?: string | number;
  /** Descriptions for the API reference: of the field in answers, and in input. */
  description?: string;
  inputDescription?: string;
  /** The word for the field in history sentences, if it is not the field's name. */
  word?: string;
  /** False if answers, events and exports do not contain it. */
  onWire?: false;
  /** `creation` if only the creation event contains it; later events carry its changes. */
  inEvents?: false | 'creation';
  /** False if CSV exports have no column for it. */
  inExports?: false;
  /** False if compact rows do not contain it. */
  inRows?: false;
}

/**
 * Every stored field of a ticket. Row and input types, selects, inserts, updates, change detection, event payloads,
 * answers, exports and schemas derive from this table.
 */
export const ticketFields = {
  id: { column: 'id', kind: 'id', set: 'once' },
  /** The project, or the workspace of a ticket without one. */
  homeId: { column: 'home_id', kind: 'id', set: 'rules', onWire: false },
  title: {
    column: 'title',
    kind: 'text',
    set: 'input',
    foldedColumn: 'title_folded',
    isSorted: true,
    limits: { minLength: 1, maxLength: 500 },
    example: 'The invoice shows yesterday’s rate',
  },
  description: {
    column: 'description',
    kind: 'text',
    nullable: true,
    set: 'input',
    foldedColumn: 'description_folded',
    limits: { maxLength: 100_000 },
    example: 'Steps: open an invoice after midnight.',
    inEvents: 'creation',
    inRows: false,
  },
  /** Events and exports have the key, which contains the number. */
  number: {
    column: 'number',
    kind: 'integer',
    nullable: true,
    set: 'rules',
    example: 12,
    inEvents: false,
    inExports: false,
  },
  type: {
    column: 'type',
    kind: 'choice',
    choices: ticketTypes,
    set: 'input',
    initial: 'TASK',
    filter: 'type',
    facet: 'y',
  },
  status: {
    column: 'status',
    kind: 'choice',
    choices: ticketStatuses,
    set: 'input',
    initial: 'backlog',
    filter: 'status',
    facet: 's',
    isSorted: true,
  },
  /** Null while the ticket has the status itself, without one that the project added for it. */
  ownStatusId: {
    column: 'own_status_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'own status',
    of: 'ownStatus',
    filter: 'ownStatus',
    description: 'The status that the project added for `status`; absent or null: the status itself',
    inputDescription:
      'A status of the project’s workflow, by id or name. It sets `status` too; null returns to the status itself',
  },
  priority: {
    column: 'priority',
    kind: 'choice',
    choices: ticketPriorities,
    set: 'input',
    initial: 'medium',
    filter: 'priority',
    isOrdered: true,
    facet: 'p',
    isSorted: true,
  },
  stage: {
    column: 'stage',
    kind: 'choice',
    choices: ticketStages,
    set: 'input',
    initial: 'PLANNING',
    filter: 'stage',
    facet: 'g',
  },
  projectId: {
    column: 'project_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'project',
    of: 'project',
    filter: 'project',
    inputDescription: 'A project’s id or key',
  },
  assigneeId: {
    column: 'assignee_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'assignee',
    of: 'person',
    filter: 'assignee',
    facet: 'a',
    inputDescription:
      '`me`, a user’s id, or the e-mail address of somebody with whom you share a project or workspace',
  },
  reporterId: {
    column: 'reporter_id',
    kind: 'id',
    set: 'once',
    of: 'person',
    filter: 'reporter',
    facet: 'r',
  },
  importedBy: {
    column: 'imported_by',
    kind: 'id',
    nullable: true,
    set: 'once',
    of: 'person',
    description: 'Who imported the ticket from a file, which says who reported it and when',
    inEvents: 'creation',
    inExports: false,
    inRows: false,
  },
  groupId: {
    column: 'group_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'group',
    of: 'group',
    filter: 'group',
    facet: 'c',
  },
  milestoneId: {
    column: 'milestone_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'milestone',
    of: 'milestone',
    filter: 'milestone',
    inputDescription: 'A group of the kind `milestone`',
  },
  parentId: {
    column: 'parent_id',
    kind: 'id',
    nullable: true,
    set: 'input',
    word: 'parent',
    of: 'parent',
    filter: 'parent',
  },
  dueDate: {
    column: 'due_date',
    kind: 'instant',
    nullable: true,
    set: 'input',
    word: 'due date',
    filter: 'due',
    range: { verb: 'Due', from: 'dueAfter', before: 'dueBefore', none: 'undated' },
    isSorted: true,
    inputDescription: 'A date-time, or a date: the end of that day',
  },
  /** The values of the project's custom fields. Exports have a column for each. */
  fields: { column: 'field_values', kind: 'values', nullable: true, set: 'rules', inExports: false },
  estimate: {
    column: 'estimate_hundredths',
    kind: 'decimal',
    nullable: true,
    set: 'input',
    filter: 'estimate',
    isSorted: true,
    limits: { minimum: 0, maximum: 100_000, multipleOf: 0.01 },
    example: 3,
    description: 'In the unit of the project (`estimateUnit`)',
    inputDescription: 'In the unit of the project (`estimateUnit`), with at most 2 decimals',
  },
  triage: {
    column: 'triage',
    kind: 'choice',
    choices: triageStates,
    nullable: true,
    set: 'input',
    filter: 'triage',
    inputDescription:
      'Puts the ticket into triage, or null takes it out. `POST /api/tickets/{id}/triage` decides about a waiting ticket',
    inExports: false,
  },
  snoozedUntil: {
    column: 'snoozed_until',
    kind: 'instant',
    nullable: true,
    set: 'input',
    word: 'end of snooze',
    inputDescription: 'When a ticket that is snoozed in triage waits again',
    inExports: false,
  },
  /** Criteria are changed by their own use cases. The text spares lists and boards a query. */
  criteriaProgress: {
    column: 'criteria_progress',
    kind: 'text',
    nullable: true,
    set: 'rules',
    word: 'criteria',
    description: 'How many criteria are shown, of how many; absent or null without criteria',
    example: '3/4',
  },
  shippedIn: {
    column: 'shipped_in',
    kind: 'text',
    nullable: true,
    set: 'rules',
    word: 'release',
    description: 'The first version that contains it; absent or null before',
    example: '1.4',
  },
  completedAt: { column: 'completed_at', kind: 'instant', nullable: true, set: 'rules' },
  rank: {
    column: 'rank',
    kind: 'text',
    set: 'rules',
    description: 'Its place in the order by hand: tickets of a project sort by it, compared byte by byte',
    example: '0Vb4HYHq',
    isSorted: true,
    word: 'position',
  },
  version: {
    column: 'version',
    kind: 'integer',
    set: 'rules',
    description: 'Counts its changes; the first part of its ETag',
    example: 3,
    inExports: false,
  },
  createdAt: {
    column: 'created_at',
    kind: 'instant',
    set: 'once',
    filter: 'created',
    range: { verb: 'Created', from: 'createdAfter', before: 'createdBefore' },
    isSorted: true,
  },
  updatedAt: {
    column: 'updated_at',
    kind: 'instant',
    set: 'rules',
    filter: 'updated',
    range: { verb: 'Changed', from: 'updatedSince' },
    isSorted: true,
  },
} as const satisfies Record<string, FieldDeclaration>;

type Fields = typeof ticketFields;
export type TicketField = keyof Fields;

interface ValueOfKind {
  id: string;
  text: string;
  choice: string;
  integer: number;
  decimal: number;
  instant: number;
  values: string;
}
type Value<F extends FieldDeclaration> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : ValueOfKind[F['kind']];

export type Ticket = {
  -readonly [N in TicketField]: Value<Fields[N]> | (N extends NullableField ? null : never);
};

type FieldsWith<Part> = { [N in TicketField]: Fields[N] extends Part ? N : never }[TicketField];
export type SortField = FieldsWith<{ isSorted: true }>;
export type NullableField = FieldsWith<{ nullable: true }>;
export type InputField = FieldsWith<{ set: 'input' }>;
export type ChoiceField = FieldsWith<{ kind: 'choice' }>;
export type WireField = Exclude<TicketField, FieldsWith<{ onWire: false }>>;
export type RowField = Exclude<WireField, FieldsWith<{ inRows: false }>>;
export type EventField = Exclude<WireField, FieldsWith<{ inEvents: false }>>;

/** The type of the value in answers, events and input. */
export type WireValue<N extends TicketField> = Fields[N]['kind'] extends 'instant'
  ? string
  : Fields[N]['kind'] extends 'values'
    ? FieldValues
    : NonNullable<Ticket[N]>;

/** The SQL expression of a field of the ticket `t` in rows. */
export function fieldExpression(name: TicketField): string {
  const { column, kind } = fieldDeclaration(name);
  return kind === 'decimal' ? `cast(t.${column} as double precision) / 100` : `t.${column}`;
}

/** The column of the ticket `t` by which lists are sorted. */
export function sortColumn(name: SortField): string {
  const { column, kind, foldedColumn } = fieldDeclaration(name);
  return `t.${kind === 'choice' ? `${column}_rank` : (foldedColumn ?? column)}`;
}

/** Converts the value of a field to the form of its column. */
export function storedValue(name: TicketField, value: string | number | null) {
  return fieldDeclaration(name).kind === 'decimal' && typeof value === 'number' ? toHundredths(value) : value;
}

export const toHundredths = (value: number) => Math.round(value * 100);

export const fieldDeclaration = (name: TicketField): FieldDeclaration => ticketFields[name];

const fieldsWhere = <N extends TicketField>(matches: (field: FieldDeclaration) => boolean) =>
  ticketFieldNames.filter((name) => matches(ticketFields[name])) as N[];

export const ticketFieldNames = Object.keys(ticketFields) as TicketField[];
/** The fields by which lists can be sorted. */
export const ticketSorts = fieldsWhere<SortField>(({ isSorted }) => isSorted === true);
export const inputFields = fieldsWhere<InputField>(({ set }) => set === 'input');
export const changeableFields = fieldsWhere(({ set }) => set !== 'once');
export const choiceFields = fieldsWhere<ChoiceField>(({ kind }) => kind === 'choice');
export const wireFields = fieldsWhere<WireField>(({ onWire }) => onWire !== false);
export const rowFields = fieldsWhere<RowField>(({ onWire, inRows }) => onWire !== false && inRows !== false);
export const eventFields = fieldsWhere<EventField>(
  ({ onWire, inEvents }) => onWire !== false && inEvents !== false,
);
export const exportFields = fieldsWhere<WireField>(
  ({ onWire, inExports }) => onWire !== false && inExports !== false,
);
