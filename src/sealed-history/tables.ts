export const tables = { private: 'seal_cursor seal_keys seals' };
