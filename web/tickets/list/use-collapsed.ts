import { closedStatuses } from '../../../sdk/ticket-fields.ts';
import { changeSettings, useSetting } from '../../parts/personal-settings.ts';
import type { Grouping } from '../ticket-search.ts';

/** Closed tickets are collapsed until somebody opens them. */
const collapsedAtFirst: Partial<Record<Grouping, readonly string[]>> = { status: closedStatuses };

/** The collapsed groups of a list. Only those that are not as they are at first are stored. */
export function useCollapsed(scope: string, groupBy: Grouping) {
  const toggled = useSetting('toggledGroups');
  const itemOf = (value: string) => `${scope}.${groupBy}.${value}`;
  const isToggled = (value: string) => toggled.includes(itemOf(value));
  return {
    isCollapsed: (value: string) =>
      isToggled(value) !== (collapsedAtFirst[groupBy]?.includes(value) ?? false),
    toggle: (value: string) =>
      changeSettings({ toggledGroups: { [isToggled(value) ? 'remove' : 'add']: [itemOf(value)] } }),
  };
}
