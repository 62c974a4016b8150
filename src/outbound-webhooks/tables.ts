export const tables = { private: 'webhook_attempts webhook_deliveries webhook_targets webhooks' };
