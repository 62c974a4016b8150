import { m } from '../../messages/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { verbKeys } from '../verbs/verb-keys.ts';
import type { FieldName } from './field-values.ts';

/** The key that opens the picker of a field. */
export const fieldKeys: Partial<Record<FieldName, string>> = verbKeys;

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
