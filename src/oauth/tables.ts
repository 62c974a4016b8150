export const tables = { private: 'oauth_clients' };
