export const tables = {
  active_hours: 'actor_id hour',
  events: 'id seq xid type actor_id project_id ticket_id workspace_id occurred_at data',
  ordered_events: 'xid seq ticket_id id workspace_id',
  settled_events: 'xid seq ticket_id',
  private: 'event_count_cursor',
};
