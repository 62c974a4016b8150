/** The keys of the verbs on tickets. They are in the first load; what they run is not (`verbs.ts`). */
export const verbKeys = {
  accept: '1',
  decline: '2',
  duplicateOf: '3',
  snooze: '4',
  status: 's',
  priority: 'p',
  assignMe: 'i',
  assignee: 'a',
  labels: 'l',
  dueDate: 'd',
  group: 'Shift+g',
  type: 't',
  relation: 'r',
  approve: 'v',
  requestChanges: 'Shift+v',
  giveToAgent: 'Shift+a',
  remind: 'Shift+h',
  editTitle: 'e',
  editDescription: 'Shift+e',
  comment: 'm',
  copyKey: 'y',
  copyLink: 'Shift+y',
  copyAs: 'Alt+y',
} as const satisfies Record<string, string>;

/** Both verbs with a key and those without have an id. */
export const keysOf = (verb: string): string | undefined => (verbKeys as Record<string, string>)[verb];
