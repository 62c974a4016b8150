/**
 * The rooms of src/ from the ground up: a room imports only what stands before it here.
 * The last ones are the files that put the house together.
 */
const rooms = [
  'platform',
  'events',
  'users',
  'workspaces',
  'auth',
  'mail',
  'projects',
  'agents',
  'invitations',
  'tickets',
  'attachments',
  'agent-tasks',
  'code-hosts',
  'search',
  'stats',
  'notifications',
  'live',
  'outbound-webhooks',
  'inbound-webhooks',
  'docs-generation',
  'instance',
  'mcp',
  'event-catalogue.ts',
  'event-reactions.ts',
  'secret-holders.ts',
  'config.ts',
  'docs-settings.ts',
  'mail-queue.ts',
  'context.ts',
  'app.ts',
  'worker.ts',
  'cli',
  'main.ts',
];

const pathOf = (room) => `^src/${room.replace('.', '\\.')}(?:/|$)`;

const downOnly = rooms.slice(0, -1).map((room, floor) => ({
  name: 'down-only',
  comment: `${room} is below what it imports; the order stands in .dependency-cruiser.cjs`,
  severity: 'error',
  from: { path: pathOf(room) },
  to: { path: rooms.slice(floor + 1).map(pathOf) },
}));

/** The files that may import platform/http and Fastify; scripts/check-places.ts reads the list too. */
const httpFiles = [
  '^src/platform/http/',
  '[-/]routes?\\.ts$',
  '^src/auth/(?:authenticate|refuse-foreign-origin)\\.ts$',
  '^src/attachments/(?:receive-files|send-file|file-forms)\\.ts$',
  '^src/instance/(?:landing-page|api-info)\\.ts$',
  '^src/(?:app|context|worker|cli/serve)\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration & { rooms: string[], httpFiles: string[] }} */
module.exports = {
  rooms,
  httpFiles,
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'two files that need each other are one thought in two places',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...downOnly,
    {
      name: 'code-hosts-on-platform-alone',
      comment: 'a code host is an outside contract and knows no domain',
      severity: 'error',
      from: { path: '^src/code-hosts/' },
      to: { path: '^src/', pathNot: ['^src/code-hosts/', '^src/platform/'] },
    },
    {
      name: 'db-below-http',
      comment: 'the database answers to more faces than HTTP',
      severity: 'error',
      from: { path: '^src/platform/db/' },
      to: { path: '^src/platform/http/' },
    },
    {
      name: 'front-door',
      comment:
        'another module is imported only through its index.ts (each folder of platform has its own); sub-modules ' +
        'such as tickets/labels import each other freely, and are closed to every other module, index.ts or not',
      severity: 'error',
      from: { path: '^src/(platform/[^/]+|[^/]+)' },
      to: {
        path: '^src/(?:platform/[^/]+|(?!platform/)[^/]+)/',
        pathNot: ['^src/$1/', '^src/(?:platform/)?[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'routes-call-verbs',
      comment: 'a route says what a request looks like; what it does stands in a verb',
      severity: 'error',
      from: { path: '-routes\\.ts$' },
      to: { path: '-store\\.ts$' },
    },
    {
      name: 'indexing-below-query',
      comment: 'the search index is built without knowing how it is queried',
      severity: 'error',
      from: { path: '^src/search/indexing/' },
      to: { path: '^src/search/query/' },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'MCP tools and commands call the same use cases; paging, versions and validation are plain platform modules',
      severity: 'error',
      from: { path: '^src/', pathNot: httpFiles },
      to: { path: '^src/platform/http/' },
    },
    {
      name: 'reactions-by-events',
      comment: 'tickets record what happened; who cares about it listens to the events',
      severity: 'error',
      from: { path: '^src/tickets/' },
      to: { path: '^src/(?:outbound-webhooks|search|stats|notifications)/' },
    },
  ],
  options: {
    // TypeScript 7 has no API for dependency-cruiser; with its default parser it would see no file and call that clean.
    parser: 'swc',
    includeOnly: '^src/',
    // A test may reach for whatever it needs to build its world.
    exclude: '\\.test\\.ts$',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts'] },
  },
};
