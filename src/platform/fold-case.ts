/**
 * The form in which texts are compared without regard to case. SQL cannot do it: SQLite's lower() handles only ASCII, and
 * PostgreSQL's depends on the locale of the cluster.
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
