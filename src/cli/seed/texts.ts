import type { Ticket } from '../../tickets/index.ts';
import type { SeededRandom } from './seeded-random.ts';
import * as words from './words.ts';

export function writeTitle(random: SeededRandom, type: Ticket['type']): string {
  const area = random.pick(words.areas);
  switch (type) {
    case 'BUG':
      return `${capital(area)} ${random.pick(words.symptoms)}`;
    case 'FEATURE':
      return `Let people ${random.pick(words.requestedActions)} the ${area}`;
    case 'IMPROVEMENT':
      return `Make the ${area} ${random.pick(words.improvements)}`;
    case 'EPIC':
      return `${random.pick(words.themes)}: ${area}`;
    case 'TASK':
      return `${random.pick(words.verbs)} the ${area}`;
  }
}

/** One to three sentences; most bugs also have steps to reproduce; some tickets have no description. */
export function writeDescription(random: SeededRandom, type: Ticket['type']): string | null {
  if (random.chance(0.15)) return null;
  const paragraph = Array.from({ length: 1 + random.below(3) }, () => random.pick(words.sentences)).join(' ');
  if (type !== 'BUG' || random.chance(0.3)) return paragraph;
  const list = Array.from({ length: 2 + random.below(2) }, (_, i) => `${i + 1}. ${random.pick(words.steps)}`);
  return `${paragraph}\n\n## Steps\n\n${list.join('\n')}`;
}

export const writeComment = (random: SeededRandom): string =>
  random.chance(0.25)
    ? `${random.pick(words.remarks)} ${random.pick(words.sentences)}`
    : random.pick(words.remarks);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
