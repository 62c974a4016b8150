import type { SurfaceItem } from './surface.ts';

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';

/** The routes of Next.js, which are named by their files: `app/api/users/[id]/route.ts`. */
export function readNextRoutes(path: string, code: string): SurfaceItem[] {
  const folder = /(?:^|\/)app\/(.+\/)?route\.[cm]?[jt]s$/.exec(path);
  if (!folder) return [];
  const segments = (folder[1] ?? '')
    .split('/')
    .filter((segment) => segment !== '' && !/^[(@]/.test(segment))
    .map((segment) => segment.replace(/^\[+(?:\.\.\.)?([^\]]+)\]+$/, ':$1'));
  const address = `/${segments.join('/')}`;
  const names = new Set<string>();
  const shape = new RegExp(`\\bexport\\s+(?:async\\s+)?(?:function|const|let)\\s+(${methods})\\b`, 'g');
  for (const [, method] of code.matchAll(shape)) names.add(`${method} ${address}`);
  for (const [, list = ''] of code.matchAll(/\bexport\s*\{([^}]*)\}/g))
    for (const [, method] of list.matchAll(new RegExp(`\\b(${methods})\\b\\s*(?:,|$)`, 'g')))
      names.add(`${method} ${address}`);
  return [...names].map((name) => ({ area: 'route', name, signature: name }));
}
