export const tables = { private: 'agent_branch_settings agent_task_keys agent_task_pushes' };
