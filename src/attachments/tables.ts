export const tables = { private: 'attachments avatars home_storage' };
