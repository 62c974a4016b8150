export const tables = { private: 'docs_jobs docs_workflow_runs project_code_hosts' };
