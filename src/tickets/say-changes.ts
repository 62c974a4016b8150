/** What people call the fields of a ticket, where it is not the name of the field. */
const fieldWords: Record<string, string> = {
  projectId: 'project',
  assigneeId: 'assignee',
  groupId: 'group',
  parentId: 'parent',
  dueDate: 'due date',
  labelIds: 'labels',
  blocks: 'what it blocks',
  blocked_by: 'what blocks it',
  relates: 'related tickets',
  duplicates: 'what it duplicates',
  duplicated_by: 'its duplicates',
};

/** `status, due date`: the changed fields, for a sentence. */
export const sayFields = (changes: object) =>
  Object.keys(changes)
    .map((field) => fieldWords[field] ?? field)
    .join(', ');
