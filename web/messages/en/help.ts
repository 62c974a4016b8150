export const help = {
  title: 'Help',
  guide: 'Pages of the help',
  search: 'Search the help',
  hits: 'Hits',
  reference: 'API reference',
  all: 'All pages',
  api: 'API',
  more: 'Operation and reference',
  language: '',
  missing: 'There is no such page. Search for it above, or choose one from the list.',
  found: (count: number, text: string) =>
    count === 0 ? `Nothing in the help matches “${text}”.` : count === 1 ? '1 section' : `${count} sections`,
};
