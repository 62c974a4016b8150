/**
 * The modules of src/, lowest first: a module imports only modules that come before it in this list.
 * The last entries are the composition root and the entry points.
 */
const modules = [
  'platform',
  'workflow-file',
  'file-prediction',
  'events',
  'users',
  'audit',
  'instance-settings',
  'workspaces',
  'sealed-history',
  'mail',
  'auth',
  'projects',
  'agents',
  'project-memory',
  'invitations',
  'oauth',
  'tickets',
  'views',
  'attachments',
  'archives',
  'imports',
  'agent-tasks',
  'proof',
  'releases',
  'code-hosts',
  'search',
  'context-packs',
  'stats',
  'initiatives',
  'notifications',
  'collaboration',
  'live',
  'outbound-webhooks',
  'inbound-webhooks',
  'intake',
  'docs-generation',
  'leased-branches',
  'agent-repositories',
  'backup',
  'monitoring',
  'demo',
  'instance',
  'sync',
  'web-app',
  'mcp',
  'composition/event-catalogue.ts',
  'composition/event-reactions.ts',
  'composition/secret-holders.ts',
  'config',
  'composition/configured-storage.ts',
  'composition/repository-trust.ts',
  'composition/docs-settings.ts',
  'composition/mail-queue.ts',
  'composition/replay-access.ts',
  'composition/context.ts',
  'composition/app.ts',
  'composition/take-over-work.ts',
  'composition/worker.ts',
  'cli',
  'main.ts',
];

/** Lists of words that import almost nothing, so that the help of a command shows them without loading their module. */
const wordLists =
  '^src/(?:audit/audit-actions|projects/repositories/repository-trust|search/indexing/rebuild-parts|inbound-webhooks/code-event)\\.ts$';

const pathOf = (module) => `^src/${module.replace('.', '\\.')}(?:/|$)`;

const downOnly = modules.slice(0, -1).map((module, index) => ({
  name: 'down-only',
  comment: `${module} imports a higher module; the order is in .dependency-cruiser.cjs`,
  severity: 'error',
  from: { path: pathOf(module) },
  to: { path: modules.slice(index + 1).map(pathOf) },
}));

/** The files that may import platform/http and Fastify; scripts/check-restricted-code.ts reads the list too. */
const httpFiles = [
  '^src/platform/http/',
  '[-/]routes?\\.ts$',
  '^src/auth/(?:authenticate|sign-in-cookies|refuse-foreign-origin)\\.ts$',
  '^src/attachments/(?:receive-files|send-file|file-forms)\\.ts$',
  '^src/instance/(?:landing-page|api-info)\\.ts$',
  '^src/web-app/send-built-file\\.ts$',
  '^src/(?:composition/(?:app|context|worker)|cli/serve/serve-here|cli/worker/work-here)\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration & { modules: string[], httpFiles: string[], wordLists: string }} */
/** Constants that the generator derives from src/tickets/fields. */
const ticketFieldTable = '^sdk/(?:row-format|ticket-fields|ticket-rules|values)\\.ts$';

module.exports = {
  modules,
  httpFiles,
  wordLists,
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'files that import each other cannot be understood or tested apart; in the web app, a part may use types of the ' +
        'part that loads it when it is needed, and messages use the plural forms of the language they are loaded for',
      severity: 'error',
      from: { pathNot: '^web/messages/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    ...downOnly,
    {
      name: 'code-hosts-on-platform-alone',
      comment: 'code hosts implement an external API and know nothing of the domain',
      severity: 'error',
      from: { path: '^src/code-hosts/' },
      to: { path: '^src/', pathNot: ['^src/code-hosts/', '^src/platform/'] },
    },
    {
      name: 'db-below-http',
      comment: 'the database layer also serves commands and MCP, which have no HTTP',
      severity: 'error',
      from: { path: '^src/platform/db/' },
      to: { path: '^src/platform/http/' },
    },
    {
      name: 'only-through-index',
      comment:
        'another module is imported only through its index.ts (each folder of platform has its own); sub-modules ' +
        'such as tickets/labels import each other freely, and are closed to every other module, index.ts or not; ' +
        'the command line reads lists of words directly, because index.ts would load the module for a help text',
      severity: 'error',
      from: { path: '^src/(platform/[^/]+|[^/]+)' },
      to: {
        path: '^src/(?:platform/[^/]+|(?!platform/)[^/]+)/',
        pathNot: ['^src/$1/', '^src/(?:platform/)?[^/]+/index\\.ts$', '^src/composition/', wordLists],
      },
    },
    {
      name: 'routes-call-use-cases',
      comment: 'a route parses, calls a use case and presents; only use cases touch stores',
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
      name: 'tickets-know-no-reactions',
      comment: 'tickets record events; modules that react to them subscribe in the composition root',
      severity: 'error',
      from: { path: '^src/tickets/' },
      to: { path: '^src/(?:outbound-webhooks|search|stats|notifications)/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'a folder of packages/ could be a repository of its own: it imports nothing of Docket',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(?:src|web|sdk|packages|test)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-through-entries',
      comment: 'index.ts has names and types, draft.ts what loads the parsers; the other files are private',
      severity: 'error',
      from: { path: '^(?:src|web|sdk)/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/(?:index|draft)\\.ts$' },
    },
    {
      name: 'server-and-web-apart',
      comment: 'the web app knows the server through its API; types come through sdk/',
      severity: 'error',
      from: { path: '^(src|web)/' },
      to: { path: '^(?:src|web)/', pathNot: '^$1/' },
    },
    {
      name: 'web-parts-know-no-data',
      comment:
        'parts are shown on /design without a server: they import parts, messages and the table of ticket fields',
      severity: 'error',
      from: { path: '^web/parts/' },
      to: { path: '^(?:web|sdk)/', pathNot: ['^web/(?:parts|messages)/', ticketFieldTable] },
    },
    {
      name: 'web-calls-through-api',
      comment:
        'web/api and web/replica send requests; everything else may import the types and the table of ticket fields of sdk/',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(?:api|replica)/' },
      to: { path: '^sdk/', pathNot: ticketFieldTable },
    },
    {
      name: 'web-only-through-index',
      comment:
        'a module of the web app is imported through its index.ts; parts have no index.ts, one file is one part',
      severity: 'error',
      from: { path: '^web/([^/]+)/' },
      to: {
        path: '^web/[^/]+/',
        pathNot: ['^web/$1/', '^web/parts/', '^web/[^/]+/index\\.ts$', '^web/api/sdk\\.ts$'],
      },
    },
    {
      name: 'web-shell-on-top',
      comment:
        'the shell frames the modules; what modules need of it, such as keys and toasts, is in web/parts',
      severity: 'error',
      from: { path: '^web/[^/]+/', pathNot: '^web/shell/' },
      to: { path: '^web/shell/' },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser can use: with its default parser it sees no file and reports success.
    parser: 'swc',
    includeOnly: '^(?:src|web|sdk|packages)/',
    // Tests may import anything.
    exclude: '\\.(?:test|support)\\.ts$|^web/(?:dist/|vite\\.config\\.ts$)',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx'] },
  },
};
