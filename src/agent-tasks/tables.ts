export const tables = {
  private: `agent_branch_merges agent_branches agent_budgets agent_merge_checks agent_spending agent_task_activities agent_task_artifacts agent_task_caps agent_task_costs
  agent_task_cursor agent_task_files agent_task_limits agent_task_messages agent_task_predicted_files agent_task_pull_requests agent_task_usage
  agent_tasks`,
};
