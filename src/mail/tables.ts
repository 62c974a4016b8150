export const tables = { private: 'mails' };
