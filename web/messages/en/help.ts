export const help = {
  title: 'Help',
  guide: 'Guide',
  search: 'Search the guide',
  reference: 'API reference',
  back: 'All pages',
  found: (count: number, text: string) =>
    count === 0 ? `Nothing in the guide matches “${text}”.` : count === 1 ? '1 section' : `${count} sections`,
};
