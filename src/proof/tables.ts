export const tables = {
  private: 'commit_checks evidence evidence_files ticket_heads ticket_pushed_files ticket_reopenings',
};
