export const tables = {
  private:
    'commit_checks evidence evidence_files seen_default_commits ticket_heads ticket_pushed_files ticket_reopenings',
};
