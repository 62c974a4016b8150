import type { Ticket } from '../../tickets/index.ts';
import type { Dice } from './dice.ts';
import { areas, betterments, remarks, sentences, steps, symptoms, themes, verbs, wishes } from './words.ts';

export function writeTitle(dice: Dice, type: Ticket['type']): string {
  const area = dice.pick(areas);
  switch (type) {
    case 'BUG':
      return `${capital(area)} ${dice.pick(symptoms)}`;
    case 'FEATURE':
      return `Let people ${dice.pick(wishes)} the ${area}`;
    case 'IMPROVEMENT':
      return `Make the ${area} ${dice.pick(betterments)}`;
    case 'EPIC':
      return `${dice.pick(themes)}: ${area}`;
    case 'TASK':
      return `${dice.pick(verbs)} the ${area}`;
  }
}

/** A few sentences; steps to reproduce for most bugs; nothing at all now and then. */
export function writeDescription(dice: Dice, type: Ticket['type']): string | null {
  if (dice.chance(0.15)) return null;
  const paragraph = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(sentences)).join(' ');
  if (type !== 'BUG' || dice.chance(0.3)) return paragraph;
  const list = Array.from({ length: 2 + dice.below(2) }, (_, i) => `${i + 1}. ${dice.pick(steps)}`);
  return `${paragraph}\n\n## Steps\n\n${list.join('\n')}`;
}

export const writeComment = (dice: Dice): string =>
  dice.chance(0.25) ? `${dice.pick(remarks)} ${dice.pick(sentences)}` : dice.pick(remarks);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
