export const tables = {
  private: 'docs_corrections docs_jobs docs_workflow_runs docs_written_pages project_code_hosts',
};
