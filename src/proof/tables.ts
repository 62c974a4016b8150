export const tables = { private: 'commit_checks evidence evidence_files ticket_heads' };
