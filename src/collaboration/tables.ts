export const tables = { private: 'live_messages presences settled_live_messages text_edits text_sessions' };
