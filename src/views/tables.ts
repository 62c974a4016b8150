export const tables = { private: 'view_marks views' };
