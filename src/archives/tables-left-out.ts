const namesByReason = {
  'secrets and proofs of identity stay where they are; people sign in to the other Docket in its own way': `
    agent_task_keys connection_codes connection_tokens connections credentials oauth_clients sessions api_keys email_links password_links invitation_tokens invitations identities passkeys
    second_factors recovery_codes sign_in_addresses sign_in_failures sign_in_steps project_access_tokens
    intake_channels project_code_hosts project_inbound_secrets`,
  'it would send data to addresses that the operator of the other Docket has not chosen':
    'webhooks webhook_targets webhook_deliveries webhook_attempts',
  'made again from the rows of the archive': `
    active_hours assignee_counts event_count_cursor home_storage seal_cursor list_count_changes list_counts search_backlog
    search_buckets search_cursor search_documents search_facets search_orders search_postings search_terms
    search_texts ticket_count_changes ticket_counts ticket_days ticket_due_counts ticket_field_values
    ticket_guests ticket_hours ticket_title_words role_ranks`,
  'work of this instance that is under way or done': `
    agent_task_caps agent_task_cursor agent_task_predicted_files agent_task_pushes ticket_reopenings backup_runs docs_jobs docs_reports docs_workflow_runs docs_written_pages idempotency_keys import_files
    imported_projects imports inbound_bodies inbound_deliveries inbound_delivery_projects inbound_tellings
    mails`,
  'who is here and what is being typed now; a saved text is in its ticket':
    'presences text_edits text_sessions',
  'what agents may spend here says nothing about the other Docket': 'agent_budgets agent_spending',
  'belongs to an account, which has its own on the other Docket': `
    avatars code_logins digests notification_cursor notifications personal_settings preferences push_keys
    push_subscriptions pushes reminders`,
  'the log of this instance, which must not be mixed with that of another': 'audit_entries',
  'facts about this instance': 'instance_facts instance_settings',
  'read again from the repository':
    'agent_branch_merges agent_branches agent_merge_checks project_workflows seen_default_commits',
  'code hosts send it again':
    'agent_task_pull_requests code_pull_requests commit_checks pushed_commits ticket_heads ticket_pushed_files',
  'the operator of each Docket approves repositories': 'repositories project_repositories',
};

/** Every table that archives do not contain, and why. docs/archive-format.md gives the same reasons. */
export const tablesLeftOut: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(namesByReason).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason]),
  ),
);
