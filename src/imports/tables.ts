export const tables = { private: 'import_files imported_projects imports' };
