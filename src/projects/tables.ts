export const tables = {
  project_keys: 'key_folded project_id',
  project_members: 'project_id user_id role joined_at',
  projects: `id key name name_folded status visibility workspace_id workflow gates triage estimate_unit description field_count
    owner_id version created_at updated_at`,
  private:
    'agent_project_limits docs_reports project_automation project_repositories project_updates project_workflows repositories role_ranks',
};
