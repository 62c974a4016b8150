export const tables = { private: 'audit_entries' };
