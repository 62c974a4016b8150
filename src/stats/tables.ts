export const tables = { private: 'assignee_counts ticket_counts ticket_days ticket_due_counts ticket_hours' };
