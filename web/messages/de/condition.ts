import type { Messages } from '../en/index.ts';

export const condition: Messages['condition'] = {
  placeholder: 'status in (todo, in_progress) and (due < 7d or priority >= high)',
  problem: (column, sentence) => `Spalte ${column}: ${sentence}`,
};
