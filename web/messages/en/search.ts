export const search = {
  title: 'Search',
  label: 'Search all tickets',
  placeholder: 'Words in key, title, description or comments',
  start: 'Search all tickets',
  startText:
    'Full text over every project that you can read. Filters narrow it, for example assignee:me overdue.',
  nothing: 'No ticket contains all of these words.',
  indexing: 'The search index is being built. Results may be incomplete.',
};
