export const tables = {
  ticket_guests: 'home_id user_id',
  ticket_homes: 'id ticket_count',
  workspace_members: 'workspace_id user_id role joined_at',
  workspaces: 'id name kind owner_id created_at updated_at',
  private: 'agent_workspace_limits',
};
