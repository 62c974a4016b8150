export const tables = { private: 'instance_settings' };
