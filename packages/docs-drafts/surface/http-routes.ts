import { readBalanced } from './balanced.ts';
import type { SurfaceItem } from './surface.ts';

const verbs = 'get|post|put|patch|delete|head|options';
const pathShape = String.raw`(?<quote>['"\`])(?<path>\/[^'"\`\s]*)\k<quote>`;

/** Route definitions of common frameworks. */
const shapes: RegExp[] = [
  // Express, Fastify, Koa, Hono, Flask and FastAPI's decorators, Gin, Echo, chi.
  new RegExp(
    String.raw`(?:@?\b(?:app|api|router|server|fastify|routes?|group|bp|blueprint|r|e|mux|\w+Router|\w+_router|\w+App))\.(?<verb>${verbs})\(\s*${pathShape}`,
    'gi',
  ),
  // Flask: @app.route('/x', methods=['POST'])
  new RegExp(
    String.raw`@\w+\.route\(\s*${pathShape}(?:[^)]*methods\s*=\s*[[(]\s*['"](?<method>\w+)['"])?`,
    'g',
  ),
  // Go: HandleFunc("GET /x", …)
  /\bHandle(?:Func)?\(\s*"(?:(?<method>[A-Z]+) )?(?<path>\/[^"\s]*)"/g,
  // NestJS: @Get('/x')
  new RegExp(String.raw`@(?<verb>Get|Post|Put|Patch|Delete|Head|Options)\(\s*${pathShape}`, 'g'),
];

/** The HTTP routes that a source registers, as `GET /path`. */
export function readRoutes(source: string): SurfaceItem[] {
  const names = new Set<string>();
  for (const shape of shapes) {
    for (const { groups = {} } of source.matchAll(shape)) {
      const method = groups.verb ?? groups.method ?? 'GET';
      names.add(`${method.toUpperCase()} ${groups.path}`);
    }
  }
  for (const { index } of source.matchAll(/\broute\(\s*(?:\w+\s*,\s*)?\{/g)) {
    const open = source.indexOf('{', index);
    const { inside } = readBalanced(source, open);
    const method = /\bmethod:\s*\[?\s*['"](\w+)['"]/.exec(inside)?.[1];
    const path = /\b(?:url|path):\s*['"`](\/[^'"`\s]*)['"`]/.exec(inside)?.[1];
    if (path !== undefined) names.add(`${(method ?? 'GET').toUpperCase()} ${path}`);
  }
  return [...names].map((name) => ({ area: 'route', name, signature: name }));
}
