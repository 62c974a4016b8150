import type { Trigger } from '../../sdk/index.ts';

/** A rule as the form shows it. `id` identifies a rule while rules are moved and removed. */
export interface TriggerRule {
  id: number;
  event: string;
  ignore: boolean;
  kind: string;
  instructions: string;
  priority: NonNullable<Trigger['priority']> | '';
}

export const toRules = (triggers: readonly Trigger[]): TriggerRule[] =>
  triggers.map(({ event, ignore, kind, instructions, priority }, id) => ({
    id,
    event,
    ignore,
    kind: kind ?? '',
    instructions: instructions ?? '',
    priority: priority ?? '',
  }));

export const addRule = (rules: readonly TriggerRule[]): TriggerRule[] => [
  ...rules,
  {
    id: Math.max(-1, ...rules.map(({ id }) => id)) + 1,
    event: '',
    ignore: false,
    kind: '',
    instructions: '',
    priority: '',
  },
];

/** The order decides, because the first rule that matches applies. */
export function moveRule(rules: readonly TriggerRule[], from: number, to: number): TriggerRule[] {
  const moved = rules[from];
  if (!moved || to < 0 || to >= rules.length) return [...rules];
  const others = rules.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** The triggers that the server stores. An ignored event has only its name. */
export const toTriggers = (rules: readonly TriggerRule[]) =>
  rules.map(({ event, ignore, kind, instructions, priority }) =>
    ignore
      ? { event: event.trim(), ignore }
      : {
          event: event.trim(),
          ignore,
          ...(kind.trim() && { kind: kind.trim() }),
          ...(instructions.trim() && { instructions }),
          ...(priority && { priority }),
        },
  );
