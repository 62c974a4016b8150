/** Words that several screens share. */
export const words = {
  all: 'All',
  showMore: 'Show more',
};
