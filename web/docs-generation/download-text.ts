/** Saves a text as a file, named like the last part of its path. */
export function downloadText(path: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = path.split('/').at(-1) ?? path;
  link.click();
  URL.revokeObjectURL(url);
}
