/**
 * The form in which texts are compared without regard to case. Done here rather than in SQL because SQLite's
 * lower() knows ASCII only and PostgreSQL's depends on the cluster's locale.
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
