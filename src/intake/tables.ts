export const tables = { private: 'intake_channels ticket_senders' };
