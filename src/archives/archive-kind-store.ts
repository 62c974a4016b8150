import { isId } from '../platform/ids.ts';

/**
 * A kind of rows in an archive. A new table needs an entry in `archiveKinds`, or one in tables-left-out.ts; the archive
 * then has all its columns. Archive and import keep the order of the entries: a kind comes after those it refers to.
 */
export interface ArchiveKind {
  /** The name of the kind's folder in the archive. */
  name: string;
  table: string;
  /** The columns that identify a row and sort the rows. */
  key: readonly string[];
  /** The key columns whose index finds few rows; set if many rows share the first key column. */
  foundBy?: readonly string[];
  /**
   * Columns that refer to another row of the archive, without which the row cannot exist. `home` stands for a project
   * or a workspace. They also decide which rows belong to a project.
   */
  refs?: Readonly<Record<string, Reference>>;
  /** References like `refs`, but the row is kept without them. */
  optional?: Readonly<Record<string, Reference>>;
  /**
   * For columns of `optional`: the referenced row must have the same value in the named column. The reference is kept
   * if that row no longer exists, because replies outlive the first comment of their thread.
   */
  within?: Readonly<Record<string, string>>;
  /** The columns that contain JSON. */
  json?: readonly string[];
  /** Columns that are left out, each with the reason. */
  without?: Readonly<Record<string, string>>;
  /** The condition for the rows of the project `:project`, if `refs` do not imply it. */
  ofProject?: string;
  /** The condition for the rows that archives contain, if not all; what refers to the others is left out too. */
  only?: string;
  /** Proves the rows of this archive. An import leaves it out: the other Docket seals what it imports. */
  isProof?: true;
  /** Exported only with a whole instance: the rows are personal or belong to no project. */
  isInstanceOnly?: true;
  /** The source of the rows if it is not the table, and its order. */
  from?: string;
  orderBy?: string;
  /** Exports these columns only. */
  columns?: readonly string[];
}

type DeclaredKind = Omit<ArchiveKind, 'name' | 'table' | 'key'> & Partial<ArchiveKind>;

export type Reference = 'person' | 'workspace' | 'project' | 'home' | (string & {});

const folded = 'made from the text';
const counted = 'counted again';
const chained = 'may name a task of another project, or one that has not ended';
const ended = 'of a task that has ended, nobody has a lease or an open question';

/** The kinds by name. The table is called like the kind and its key is `id`, unless the entry says otherwise. */
const declared: Readonly<Record<string, DeclaredKind>> = {
  workspaces: { refs: { owner_id: 'person' }, isInstanceOnly: true },
  workspaceMembers: {
    table: 'workspace_members',
    key: ['workspace_id', 'user_id'],
    refs: { workspace_id: 'workspace', user_id: 'person' },
    isInstanceOnly: true,
  },
  projects: {
    refs: { id: 'project', workspace_id: 'workspace', owner_id: 'person' },
    optional: { lead_id: 'person' },
    json: ['workflow', 'gates'],
    without: { name_folded: folded, description_folded: folded, field_count: counted },
    ofProject: 'id = :project',
  },
  formerKeys: {
    table: 'project_keys',
    key: ['key_folded'],
    refs: { project_id: 'project' },
  },
  lastNumbers: {
    table: 'ticket_homes',
    refs: { id: 'home' },
    without: { ticket_count: counted },
  },
  members: {
    table: 'project_members',
    key: ['project_id', 'user_id'],
    refs: { project_id: 'project', user_id: 'person' },
  },
  automation: {
    table: 'project_automation',
    key: ['project_id'],
    refs: { project_id: 'project' },
    json: ['status_rules'],
  },
  agentLimits: {
    table: 'agent_task_limits',
    key: ['project_id'],
    refs: { project_id: 'project' },
  },
  agentBranches: {
    table: 'agent_branch_settings',
    key: ['project_id'],
    refs: { project_id: 'project' },
    json: ['paths'],
  },
  triggers: {
    table: 'project_triggers',
    key: ['project_id', 'position'],
    refs: { project_id: 'project' },
  },
  fields: {
    table: 'project_fields',
    refs: { project_id: 'project' },
    json: ['options', 'default_value'],
    without: { name_folded: folded },
  },
  labels: {
    refs: { workspace_id: 'workspace' },
    without: { name_folded: folded },
    ofProject: `id in (select l.label_id from ticket_labels l join tickets t on t.id = l.ticket_id
      where t.project_id = :project)`,
  },
  groups: { refs: { project_id: 'project' } },
  cycleSchedules: {
    table: 'cycle_schedules',
    key: ['project_id'],
    refs: { project_id: 'project', set_by: 'person' },
    without: { next_at: 'an imported schedule is paused' },
  },
  templates: {
    table: 'ticket_templates',
    refs: { project_id: 'project' },
    json: ['content'],
    without: { name_folded: folded },
  },
  tickets: {
    refs: { home_id: 'home', reporter_id: 'person' },
    optional: {
      project_id: 'project',
      assignee_id: 'person',
      group_id: 'groups',
      milestone_id: 'groups',
      imported_by: 'person',
    },
    json: ['field_values'],
    without: {
      title_folded: folded,
      description_folded: folded,
      parent_id: 'see parents',
      comment_count: counted,
      attachment_count: counted,
      time_log_count: counted,
      label_count: counted,
      label_ids: 'see ticketLabels',
      reaction_count: counted,
      checklist_total: counted,
      criteria_progress: counted,
    },
  },
  parents: {
    table: 'tickets',
    columns: ['id', 'parent_id'],
    refs: { id: 'tickets', parent_id: 'tickets' },
  },
  checklists: {
    table: 'checklist_items',
    refs: { ticket_id: 'tickets' },
    optional: { assignee_id: 'person' },
  },
  criteria: {
    table: 'ticket_criteria',
    refs: { ticket_id: 'tickets' },
    without: {
      text_folded: folded,
      is_runnable: 'a person of the other Docket decides which commands its runners run',
    },
  },
  reviewers: {
    table: 'ticket_reviewers',
    key: ['ticket_id', 'user_id'],
    refs: { ticket_id: 'tickets', user_id: 'person' },
  },
  reviews: {
    table: 'ticket_reviews',
    refs: { ticket_id: 'tickets' },
    optional: { author_id: 'person' },
  },
  schedules: {
    table: 'ticket_schedules',
    refs: { project_id: 'project', owner_id: 'person' },
    optional: { template_id: 'templates', last_ticket_id: 'tickets' },
    json: ['content'],
    without: { next_at: 'an imported schedule is paused' },
  },
  ticketLabels: {
    table: 'ticket_labels',
    key: ['ticket_id', 'label_id'],
    refs: { ticket_id: 'tickets', label_id: 'labels' },
  },
  formerNumbers: {
    table: 'ticket_former_numbers',
    key: ['project_id', 'number'],
    foundBy: ['project_id', 'number'],
    refs: { project_id: 'project', ticket_id: 'tickets' },
  },
  relations: {
    table: 'ticket_relations',
    key: ['from_id', 'to_id', 'kind'],
    refs: { from_id: 'tickets', to_id: 'tickets' },
  },
  links: {
    table: 'ticket_links',
    refs: { ticket_id: 'tickets' },
    optional: { author_id: 'person' },
  },
  watchers: {
    table: 'ticket_watchers',
    key: ['ticket_id', 'user_id'],
    refs: { ticket_id: 'tickets', user_id: 'person' },
  },
  senders: { table: 'ticket_senders', key: ['ticket_id'], refs: { ticket_id: 'tickets' } },
  statusMoves: {
    table: 'ticket_moves',
    key: ['ticket_id', 'home_id', 'at', 'from_status', 'to_status'],
    refs: { ticket_id: 'tickets', home_id: 'home' },
  },
  groupMoves: {
    table: 'ticket_group_moves',
    key: ['ticket_id', 'at', 'from_group_id', 'to_group_id'],
    refs: { ticket_id: 'tickets' },
    optional: { from_group_id: 'groups', to_group_id: 'groups' },
  },
  originalKeys: {
    table: 'ticket_origins',
    key: ['project_id', 'product', 'source_id'],
    foundBy: ['project_id', 'product', 'source_id'],
    refs: { project_id: 'project', ticket_id: 'tickets' },
    without: { import_id: 'imports are not kept' },
  },
  comments: {
    refs: { ticket_id: 'tickets', author_id: 'person' },
    optional: { parent_id: 'comments', resolved_by: 'person', imported_by: 'person' },
    within: { parent_id: 'ticket_id' },
    without: {
      content_folded: folded,
      mention_count: counted,
      reaction_count: counted,
      reply_count: counted,
    },
  },
  mentions: {
    table: 'comment_mentions',
    key: ['comment_id', 'user_id'],
    refs: { comment_id: 'comments', user_id: 'person' },
  },
  reactions: {
    table: 'emoji_reactions',
    key: ['item_id', 'emoji', 'user_id'],
    refs: { ticket_id: 'tickets', user_id: 'person' },
    optional: { comment_id: 'comments' },
    without: { item_id: 'the comment, or else the ticket' },
  },
  timeLogs: { table: 'time_logs', refs: { ticket_id: 'tickets', user_id: 'person' } },
  releases: {
    refs: { project_id: 'project' },
    without: {
      due_at: 'read again from the repository when its tag is pushed',
      attempts: 'failures of this instance',
      error: 'failures of this instance',
    },
  },
  releaseTickets: {
    table: 'release_tickets',
    key: ['release_id', 'ticket_id'],
    refs: { release_id: 'releases', ticket_id: 'tickets' },
  },
  views: {
    refs: { owner_id: 'person' },
    optional: { project_id: 'project', workspace_id: 'workspace' },
    json: ['query', 'display'],
    without: { name_folded: folded, place_id: 'the project, workspace or owner' },
    ofProject: "scope = 'project' and project_id = :project",
  },
  viewMarks: {
    table: 'view_marks',
    key: ['user_id', 'view_id'],
    refs: { user_id: 'person', view_id: 'views' },
    isInstanceOnly: true,
  },
  initiatives: {
    refs: { workspace_id: 'workspace' },
    optional: { owner_id: 'person' },
    isInstanceOnly: true,
  },
  initiativeProjects: {
    table: 'initiative_projects',
    key: ['initiative_id', 'project_id'],
    refs: { initiative_id: 'initiatives', project_id: 'project' },
    isInstanceOnly: true,
  },
  projectUpdates: {
    table: 'project_updates',
    refs: { project_id: 'project', author_id: 'person' },
  },
  notes: {
    table: 'project_notes',
    refs: { project_id: 'project' },
    optional: { created_by: 'person', accepted_by: 'person' },
    json: ['tags'],
  },
  docsCorrections: {
    table: 'docs_corrections',
    key: ['project_id', 'repository', 'entry_id'],
    refs: { project_id: 'project' },
    optional: { author_id: 'person' },
  },
  agentTasks: {
    table: 'agent_tasks',
    // Tasks that have not ended stay where their workers are: two instances would work on them.
    only: 'completed_at is not null',
    refs: { project_id: 'project' },
    optional: {
      ticket_id: 'tickets',
      agent_id: 'person',
      created_by: 'person',
      claimed_by: 'person',
      stop_requested_by: 'person',
      cancelled_by: 'person',
      cause_user_id: 'person',
      cause_agent_id: 'person',
    },
    json: ['source', 'input', 'result', 'usage'],
    without: {
      queue_id: 'the agent, the project or the instance',
      cap_key: 'the project or the instance',
      dedupe_key: 'what an inbound delivery was recognised by on this instance',
      follows_id: chained,
      cause_task_id: chained,
      priority_rank: 'made from the priority',
      held_reason: ended,
      hold: ended,
      started_in: ended,
      predict_at: ended,
      predicted_files: ended,
      lease_worker: ended,
      lease_user_id: ended,
      lease_seconds: ended,
      lease_expires_at: ended,
      question: ended,
      question_kind: ended,
      question_form: ended,
      question_subject: ended,
      answer: ended,
      unread_messages: counted,
    },
  },
  agentTaskActivities: {
    table: 'agent_task_activities',
    refs: { task_id: 'agentTasks' },
    optional: { author_id: 'person' },
  },
  agentTaskArtifacts: { table: 'agent_task_artifacts', refs: { task_id: 'agentTasks' } },
  agentTaskFiles: {
    table: 'agent_task_files',
    key: ['task_id', 'path'],
    refs: { task_id: 'agentTasks' },
  },
  agentTaskMessages: {
    table: 'agent_task_messages',
    refs: { task_id: 'agentTasks', author_id: 'person' },
  },
  agentTaskUsage: {
    table: 'agent_task_usage',
    key: ['task_id', 'epoch', 'day'],
    refs: { task_id: 'agentTasks', worker_id: 'person' },
    optional: { project_id: 'project', ticket_id: 'tickets' },
  },
  agentTaskCosts: {
    table: 'agent_task_costs',
    key: ['task_id', 'epoch', 'day', 'currency'],
    refs: { task_id: 'agentTasks', worker_id: 'person' },
    optional: { project_id: 'project', ticket_id: 'tickets' },
  },
  sealKeys: {
    table: 'seal_keys',
    without: { private_key: 'a secret in a file is known to whoever has the file' },
    isInstanceOnly: true,
    isProof: true,
  },
  seals: { key: ['workspace_id', 'number'], isInstanceOnly: true, isProof: true },
  events: {
    from: 'ordered_events',
    orderBy: 'xid, seq',
    optional: {
      actor_id: 'person',
      workspace_id: 'workspace',
      project_id: 'project',
      ticket_id: 'tickets',
    },
    json: ['data'],
    without: { seq: 'the order of the lines', xid: 'the order of the lines' },
    ofProject: `(ticket_id in (select id from tickets where project_id = :project)
      or (ticket_id is null and project_id = :project))`,
  },
  attachments: { refs: { ticket_id: 'tickets', uploader_id: 'person' } },
  // After the attachments: their rows are written with their files.
  evidence: {
    refs: { ticket_id: 'tickets' },
    optional: { criterion_id: 'criteria', task_id: 'agentTasks', author_id: 'person' },
    json: ['tests'],
  },
  evidenceFiles: {
    table: 'evidence_files',
    key: ['evidence_id', 'position'],
    refs: { evidence_id: 'evidence' },
    optional: { attachment_id: 'attachments' },
  },
};

export const archiveKinds: readonly ArchiveKind[] = Object.entries(declared).map(([name, kind]) => ({
  name,
  table: name,
  key: ['id'],
  ...kind,
}));

/** Returns undefined for people, and for a kind that this Docket does not know. */
export const findKind = (name: string) => archiveKinds.find((kind) => kind.name === name);

export function kindNamed(name: string): ArchiveKind {
  const kind = findKind(name);
  if (!kind) throw new Error(`Archives have no ${name}`);
  return kind;
}

/** People come first in an archive. The rows of the other kinds decide who belongs to a project. */
export const peopleKind: ArchiveKind = {
  name: 'people',
  table: 'users',
  key: ['id'],
  optional: { agent_owner_id: 'person' },
  columns: [
    'id',
    'name',
    'first_name',
    'last_name',
    'email',
    'email_verified',
    'role',
    'active',
    'agent_owner_id',
    'created_at',
  ],
};

/** The condition for the rows of the project `:project`. */
function kindCondition(kind: ArchiveKind): string {
  if (kind.name === peopleKind.name) return peopleOfProject();
  if (kind.ofProject !== undefined) return kind.ofProject;
  const conditions = Object.entries(kind.refs ?? {}).flatMap(([column, to]) => {
    if (to === 'project' || to === 'home') return [`${column} = :project`];
    const other = findKind(to);
    return other ? [`${column} in (select id from ${other.table} where ${kindCondition(other)})`] : [];
  });
  if (conditions.length === 0) throw new Error(`${kind.name} does not say which rows belong to a project`);
  return conditions.join(' and ');
}

function onlyConditions({ only, refs = {} }: ArchiveKind): string[] {
  const ofOthers = Object.entries(refs).flatMap(([column, to]) => {
    const other = findKind(to);
    return other?.only === undefined
      ? []
      : [`${column} in (select id from ${other.table} where ${other.only})`];
  });
  return only === undefined ? ofOthers : [only, ...ofOthers];
}

/** Selects the members, everybody whom a row of the project names, and the owners of agents among them. */
function peopleOfProject(): string {
  const named = archiveKinds
    .filter(({ isInstanceOnly }) => !isInstanceOnly)
    .flatMap((kind) =>
      Object.entries({ ...kind.refs, ...kind.optional })
        .filter(([, to]) => to === 'person')
        .map(([column]) => `select ${column} from ${kind.table} where ${kindCondition(kind)}`),
    )
    .join(' union ');
  return `id in (${named}) or id in (select agent_owner_id from users where id in (${named}))`;
}

/**
 * Makes the query for the rows of a kind, of the whole instance if `projectId` is undefined. The id is part of the
 * text, because a cursor of PostgreSQL takes no parameters.
 */
export function selectRows(kind: ArchiveKind, columns: readonly string[], projectId: string | undefined) {
  if (projectId !== undefined && !isId(projectId)) throw new Error('The project id is not valid');
  const onlyWithParents = kind.name === 'parents' ? ['parent_id is not null'] : [];
  const ofProject = projectId === undefined ? [] : [`(${kindCondition(kind)})`];
  const conditions = [...onlyWithParents, ...onlyConditions(kind), ...ofProject];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `select ${columns.map((name) => `"${name}"`).join(', ')} from ${kind.from ?? kind.table} ${where}
    order by ${kind.orderBy ?? kind.key.join(', ')}`;
  return text.replaceAll(':project', `'${projectId}'`);
}
