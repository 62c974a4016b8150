export const tables = { private: 'release_tickets releases' };
