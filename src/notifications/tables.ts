export const tables = {
  private: 'digests notification_cursor notifications push_keys push_subscriptions pushes reminders',
};
