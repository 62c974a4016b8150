export const tables = {
  private: `agent_task_activities agent_task_artifacts agent_task_caps agent_task_cursor agent_task_pull_requests
  agent_tasks`,
};
