export const tables = { private: 'backup_runs' };
