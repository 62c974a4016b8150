export const tables = {
  private: `search_backlog search_buckets search_cursor search_documents search_facets search_orders search_postings
  search_terms search_texts`,
};
