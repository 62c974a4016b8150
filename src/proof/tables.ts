export const tables = { private: 'evidence evidence_files ticket_heads' };
