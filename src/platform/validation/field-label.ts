/** The name of a field in a sentence: assigneeId → "Assignee", labelIds → "Labels", dueDate → "Due date". */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/Ids$/, 's')
    .replace(/Id$/, '')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
