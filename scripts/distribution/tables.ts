/**
 * Where the rows of a table would be, if several servers shared the workspaces:
 *
 * - `workspace`: with everything else of their workspace. Each of the `keys` says which workspace that is, because it names
 *   the workspace, or something that belongs to one: a project, a ticket, a task, or the row itself.
 * - `everywhere`: on every server. Small, changed rarely and read with everything: who may see what, settings of projects.
 *   Their keys lead from a parameter to rows of a workspace.
 * - `one server`: of a person, who may be in several workspaces, or of the instance as a whole.
 */
export interface Placement {
  place: 'workspace' | 'everywhere' | 'one server';
  keys: string[];
}

const ofWorkspace = (...keys: string[]): Placement => ({ place: 'workspace', keys });
const everywhere = (...keys: string[]): Placement => ({ place: 'everywhere', keys });
const oneServer: Placement = { place: 'one server', keys: [] };

// A relation, a parent and a label can be of another workspace than the ticket: ticket_relations.to_id, tickets.parent_id
// and ticket_labels.label_id are no keys.
export const placements: Record<string, Placement> = {
  agent_task_activities: ofWorkspace('id', 'task_id'),
  agent_task_artifacts: ofWorkspace('id', 'task_id'),
  agent_task_pull_requests: ofWorkspace('task_id'),
  agent_tasks: ofWorkspace('id', 'project_id', 'ticket_id', 'follows_id'),
  attachments: ofWorkspace('id', 'ticket_id'),
  comment_mentions: ofWorkspace('comment_id'),
  comments: ofWorkspace('id', 'ticket_id'),
  emoji_reactions: ofWorkspace('item_id', 'ticket_id', 'comment_id'),
  events: ofWorkspace('id', 'workspace_id', 'project_id', 'ticket_id'),
  ordered_events: ofWorkspace('id', 'workspace_id', 'project_id', 'ticket_id'),
  settled_events: ofWorkspace('id', 'workspace_id', 'project_id', 'ticket_id'),
  groups: ofWorkspace('id', 'project_id'),
  home_storage: ofWorkspace('home_id'),
  labels: ofWorkspace('id', 'workspace_id'),
  ticket_count_changes: ofWorkspace('home_id'),
  ticket_counts: ofWorkspace('home_id'),
  ticket_days: ofWorkspace('home_id'),
  ticket_field_values: ofWorkspace('ticket_id', 'field_id'),
  ticket_former_numbers: ofWorkspace('project_id', 'ticket_id'),
  ticket_homes: ofWorkspace('id'),
  ticket_labels: ofWorkspace('ticket_id'),
  ticket_links: ofWorkspace('id', 'ticket_id'),
  ticket_moves: ofWorkspace('home_id', 'ticket_id'),
  ticket_relations: ofWorkspace('from_id'),
  ticket_title_words: ofWorkspace('home_id', 'ticket_id'),
  ticket_watchers: ofWorkspace('ticket_id'),
  tickets: ofWorkspace('id', 'home_id', 'project_id', 'group_id'),
  time_logs: ofWorkspace('id', 'ticket_id'),

  agent_project_limits: everywhere('project_id'),
  agent_workspace_limits: everywhere('workspace_id'),
  project_access_tokens: everywhere('id', 'project_id', 'token_hash'),
  project_automation: everywhere('project_id'),
  project_code_hosts: everywhere('project_id'),
  project_fields: everywhere('id', 'project_id'),
  project_inbound_secrets: everywhere('id', 'project_id'),
  project_keys: everywhere('key_folded', 'project_id'),
  project_members: everywhere('project_id'),
  project_repositories: everywhere('id', 'project_id'),
  project_triggers: everywhere('project_id'),
  projects: everywhere('id', 'workspace_id'),
  repositories: everywhere(),
  role_ranks: everywhere(),
  ticket_guests: everywhere('home_id'),
  users: everywhere(),
  workspace_members: everywhere('workspace_id'),
  workspaces: everywhere('id'),

  agent_task_caps: oneServer,
  agent_task_cursor: oneServer,
  api_keys: oneServer,
  assignee_counts: oneServer,
  audit_entries: oneServer,
  avatars: oneServer,
  backup_runs: oneServer,
  code_logins: oneServer,
  code_pull_requests: oneServer,
  credentials: oneServer,
  digests: oneServer,
  docs_jobs: oneServer,
  docs_workflow_runs: oneServer,
  email_links: oneServer,
  event_count_cursor: oneServer,
  idempotency_keys: oneServer,
  inbound_bodies: oneServer,
  inbound_deliveries: oneServer,
  inbound_delivery_projects: oneServer,
  inbound_tellings: oneServer,
  instance_facts: oneServer,
  invitation_tokens: oneServer,
  invitations: oneServer,
  list_count_changes: oneServer,
  list_counts: oneServer,
  mails: oneServer,
  notification_cursor: oneServer,
  notifications: oneServer,
  password_links: oneServer,
  preferences: oneServer,
  pushed_commits: oneServer,
  recovery_codes: oneServer,
  request_counts: oneServer,
  search_backlog: oneServer,
  search_buckets: oneServer,
  search_cursor: oneServer,
  search_documents: oneServer,
  search_facets: oneServer,
  search_orders: oneServer,
  search_postings: oneServer,
  search_terms: oneServer,
  search_texts: oneServer,
  sessions: oneServer,
  second_factors: oneServer,
  sign_in_addresses: oneServer,
  sign_in_failures: oneServer,
  sign_in_steps: oneServer,
  view_marks: oneServer,
  views: oneServer,
  webhook_attempts: oneServer,
  webhook_deliveries: oneServer,
  webhook_targets: oneServer,
  webhooks: oneServer,
};
