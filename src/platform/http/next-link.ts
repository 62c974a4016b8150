/** The value of the `Link` header: this request with the cursor in place of its position. */
export function linkToNext(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('page');
  query.set('cursor', cursor);
  // `>` would end the target. Node accepts it in a path, and bytes beyond ASCII.
  const target = path.replace(/[^\x21-\x7e]|[<>"]/g, encodeURIComponent);
  return `<${target}?${query}>; rel="next"`;
}
