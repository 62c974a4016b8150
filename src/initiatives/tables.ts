export const tables = { private: 'initiative_projects initiatives' };
