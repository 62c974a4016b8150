export const tables = {
  instance_facts: 'name value',
  list_counts: 'list owner total',
  private: 'idempotency_keys list_count_changes request_counts',
};
