import type { Messages } from '../en/index.ts';

export const words: Messages['words'] = {
  all: 'Alle',
  showMore: 'Mehr anzeigen',
};
