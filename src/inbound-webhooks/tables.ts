export const tables = {
  private: `code_pull_requests inbound_bodies inbound_deliveries inbound_delivery_projects inbound_tellings
  project_access_tokens project_inbound_secrets project_triggers pushed_commits`,
};
