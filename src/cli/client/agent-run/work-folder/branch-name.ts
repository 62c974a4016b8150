const slugMax = 40;

/** The title as a part of a branch name: `Login fails (again)` becomes `login-fails-again`. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words.slice(0, slugMax).replace(/-$/, '') || 'work';
}
