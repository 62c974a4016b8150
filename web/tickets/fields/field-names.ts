import { m } from '../../messages/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import type { FieldName } from './field-values.ts';

/** The key that opens the picker of a field. */
export const fieldKeys: Partial<Record<FieldName, string>> = {
  status: 's',
  assignee: 'a',
  priority: 'p',
  labels: 'l',
  dueDate: 'd',
  group: 'Shift+g',
  type: 't',
};

const fieldIcons: Partial<Record<FieldName, IconName>> = {
  status: 'task',
  type: 'task',
  assignee: 'person',
  labels: 'label',
  group: 'group',
  dueDate: 'calendar',
  parent: 'subticket',
  stage: 'timeline',
  project: 'folder',
};

export const fieldIcon = (field: FieldName): IconName => fieldIcons[field] ?? 'flag';

export const fieldLabel = (field: FieldName): string => m.fields[field];
