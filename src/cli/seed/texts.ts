import type { Ticket } from '../../tickets/index.ts';
import type { SeededRandom } from './seeded-random.ts';
import {
  areas,
  improvements,
  remarks,
  requestedActions,
  sentences,
  steps,
  symptoms,
  themes,
  verbs,
} from './words.ts';

export function writeTitle(random: SeededRandom, type: Ticket['type']): string {
  const area = random.pick(areas);
  switch (type) {
    case 'BUG':
      return `${capital(area)} ${random.pick(symptoms)}`;
    case 'FEATURE':
      return `Let people ${random.pick(requestedActions)} the ${area}`;
    case 'IMPROVEMENT':
      return `Make the ${area} ${random.pick(improvements)}`;
    case 'EPIC':
      return `${random.pick(themes)}: ${area}`;
    case 'TASK':
      return `${random.pick(verbs)} the ${area}`;
  }
}

/** One to three sentences; most bugs also have steps to reproduce; some tickets have no description. */
export function writeDescription(random: SeededRandom, type: Ticket['type']): string | null {
  if (random.chance(0.15)) return null;
  const paragraph = Array.from({ length: 1 + random.below(3) }, () => random.pick(sentences)).join(' ');
  if (type !== 'BUG' || random.chance(0.3)) return paragraph;
  const list = Array.from({ length: 2 + random.below(2) }, (_, i) => `${i + 1}. ${random.pick(steps)}`);
  return `${paragraph}\n\n## Steps\n\n${list.join('\n')}`;
}

export const writeComment = (random: SeededRandom): string =>
  random.chance(0.25) ? `${random.pick(remarks)} ${random.pick(sentences)}` : random.pick(remarks);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
