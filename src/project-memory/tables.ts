export const tables = { private: 'project_notes' };
