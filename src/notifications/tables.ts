export const tables = { private: 'digests notification_cursor notifications' };
