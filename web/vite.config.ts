import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { defineConfig } from 'vite';
import { shortenSentences } from './messages/de/short-sentences.ts';
import { iconShapes, priorityShapes, statusShapes } from './parts/icons/icon-shapes.ts';

/** The Docket server to which `npm run web` passes every request that is not for a file of the app. */
const server = process.env.DOCKET_URL ?? 'http://127.0.0.1:3000';
const serverPaths = [
  '/api',
  '/v1',
  '/mcp',
  '/webhooks',
  '/reference',
  '/help-files',
  '/openapi.json',
  '/healthz',
  '/readyz',
];

/**
 * Styles are loaded with the screen that needs them, in any order. Each file therefore names the order of the layers first:
 * whichever file comes first fixes it.
 */
const declareCssLayers = () => ({
  name: 'declare-css-layers',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\.css$/ },
    handler: (code: string) => ({ code: `@layer base, parts;\n${code}`, map: null }),
  },
});

const shapesOfFiles = {
  icon: ['icon', iconShapes],
  'status-icon': ['status', statusShapes],
  'priority-icon': ['priority', priorityShapes],
} as const;

/** Gives each icon its mask: `.icon-plus { --shape: url(…) }`. */
const drawIcons = () => ({
  name: 'draw-icons',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/icons\/(?:icon|status-icon|priority-icon)\.css$/ },
    handler: (code: string, id: string) => {
      const [prefix, shapes] = shapesOfFiles[path.basename(id, '.css') as keyof typeof shapesOfFiles];
      const rules = Object.entries(shapes).map(
        ([name, shape]) => `.${prefix}-${name} { --shape: url("${svgAddress(shape)}"); }`,
      );
      return { code: `${code}\n@layer parts { ${rules.join('\n')} }`, map: null };
    },
  },
});

function svgAddress(shape: string): string {
  const line = "fill='none' stroke='black' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'";
  const elements = shape.startsWith('<') ? shape : `<path d='${shape}'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' ${line}>${elements}</svg>`;
  return `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}

/** The SDK has the address of every operation; the first load has only those that the app calls, as `api.createTicket`. */
const keepCalledOperations = () => ({
  name: 'keep-called-operations',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/sdk\/generated\.ts$/ },
    handler: dropUncalledOperations,
  },
});

function dropUncalledOperations(code: string) {
  const exclude = ['dist', 'messages', '**/*.test.ts'];
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude });
  const names = new Set<string | undefined>();
  for (const file of sources)
    for (const [, name] of readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(
      /\bapi\s*\.(\w+)/g,
    ))
      names.add(name);
  const isCalled = (line: string, name: string) => (names.has(name) ? line : '');
  return { code: code.replace(/^ {2}(\w+): \{ method: .*\n/gm, isCalled), map: null };
}

/**
 * Markdown is shown as elements, never as HTML: of Marked only the lexer is used. At its end Marked makes an instance with
 * everything that writes HTML, which the build cannot know to be without effect and would keep.
 */
const keepLexerOfMarked = () => ({
  name: 'keep-lexer-of-marked',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/marked\/lib\/marked\.esm\.js$/ },
    handler: (code: string) => {
      const rest =
        /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\([\s\S]*export\{[\s\S]*?(\w+) as Lexer[\s\S]*$/;
      if (!rest.test(code)) throw new Error('Marked ends otherwise than web/vite.config.ts expects');
      return { code: code.replace(rest, 'export{$1 as Lexer};'), map: null };
    },
  },
});

/** Evaluates `shortenSentences({ … })` of messages/de: the app only has to recognise English sentences, not to show them. */
const shortenSentencesOnce = () => ({
  name: 'shorten-sentences',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/web\/messages\/de\/[\w-]+\.ts$/, code: /shortenSentences\(\{/ },
    handler: (code: string) => {
      const short = code.replace(/\bshortenSentences\((\{[\s\S]*?\n *\})\)/g, (_, texts: string) =>
        JSON.stringify(shortenSentences(runInNewContext(`(${texts})`))),
      );
      if (short.includes('shortenSentences({'))
        throw new Error('A call of shortenSentences is not one object literal');
      return { code: short, map: null };
    },
  },
});

const ticketFiles = [
  /\/web\/parts\/(?:\w+\/)?(?:badge|checkbox|chip|label-chip|popover|segmented|select|skeleton|tabs|use-anchored)\.(?:tsx?|css)$/,
  /\/web\/parts\/(?:\w+\/)?(?:date-picker|picker|picker-list|choice-icon|priority-icon|status-icon|text-area|type-icon)\.(?:tsx|css)$/,
  /\/web\/parts\/(?:[\w-]+\/)?(?:ticket-words|use-field|use-virtual-list|virtual-spans)\.ts$/,
  /\/web\/parts\/controls\/input\.css$/,
  /\/web\/tickets\/(?:open-in-drawer|project-screen|ticket-search|use-ticket-search|use-media)\.tsx?$/,
  /\/web\/tickets\/filter\/(?!(?:apply-suggestion|complete-filter|condition-.*|filter-choices|filter-values|find-condition|offers-at|suggestion-list)\.)/,
  /\/web\/tickets\/(?:use-)?active-row\.ts$/,
  /\/web\/tickets\/fields\/(?:change-field|field-names|field-values|may-change|open-field)\.ts$/,
  /\/web\/tickets\/verbs\/(?:use-verb-keys|verb-keys|verb-target)\.ts$/,
  /\/web\/tickets\/list\/(?:group-tickets|late-list|selection|selection-bar|share-menu|use-value-views)\.(?:tsx?|css)$/,
  /\/web\/projects\/project-(?:crumb|tabs)\.(?:tsx|css)$/,
  /\/web\/views\/late-view-dialogs\.ts$/,
  /\/web\/preact\/react\.ts$|rolldown\/runtime/,
];

/**
 * The frame, the ticket and most screens: their files import each other, so all of them are loaded together after the first
 * paint. As one chunk they are a tenth smaller than as one for each of these lines.
 */
const laterFiles = [
  // The forms of new tickets and of templates, the drawer and the pickers.
  /\/web\/(?:tickets\/(?:new-ticket|templates|ticket|triage|fields|verbs)|attachments\/(?!attachment-queries)|projects\/(?:own-field-input|person-picker)|collaboration\/(?!index|late-collaboration)|parts\/(?:display\/steps|use-painted|markdown\/source-offset))/,
  // Controls, forms, popups and dialogs of the screens and of the frame; none is in the first load.
  /\/web\/(?:shell\/(?:late|palette\/.*|more-sheet|close-\w+|sign-in-again)|parts\/(?:late\/.*|(?:\w+\/)?(?:attempt|card|choose-time|code-block|code-pieces|danger-section|data-table|drawer|facts|field|filter-select|form|form-actions|form-values|json-block|lease-ring|loaded|local-path|markdown|money|notice|picker-match|pretty-json|progress-bar|relative-time|return-at|secret-once|section|select-field|show-more|special-words|switch|text-field|text-input|theme|use-lightbox|validity|zone-options)))\.(?:tsx?|css)$/,
  // What is loaded when events make data stale.
  /\/web\/(?!agent-tasks\/)(?:[\w-]+\/){1,2}(?:agent|attachment|initiative|notification|overview|own-fields|project|refresh|stats)-quer(?:y|ies)\.ts$|\/web\/(?:api\/read-all|projects\/(?:last-activity|use-assignable)|shell\/(?:sync-settings|watch-agents)|notifications\/(?:browser-notifications|describe-notification|group-notifications|mark-notifications|take-over-snoozed|push)|shell\/lift-toasts)\.ts$|\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/,
  /\/web\/(?:auth|invitations)\//,
  // Agents and the documentation that they draft.
  /\/web\/(?:docs-generation|agents|agent-tasks)\/(?!agent-queries|agent-task-queries)/,
  // Markdown: how it is shown, and the field in which it is written.
  /\/web\/parts\/markdown\/(?:markdown-view|lightbox|bounded-lexer|parse-markdown|markdown-editor|text-model|text-edits)|\/marked\//,
  /\/web\/shell\/help\//,
  // Searches, saved views and the inbox.
  /\/web\/(?:tickets\/search\/|notifications\/inbox|views\/(?:dialogs|rename-view-dialog|save-view-dialog|star-button|subscribe-button|view-menu|views-screen)\.)/,
  // What several of them import.
  /\/packages\/text-edits\/|\/web\/(?:parts\/(?:dates\/date-text|controls\/month-grid|markdown\/(?:caret-place|completion-list|format-tools|model-edits|toolbar|tools|use-area-view|use-completions|use-text-model|use-uploads|writing-mode))|tickets\/list\/own-columns|collaboration\/late-collaboration)\b/,
];

/** The app and TanStack Query are written for React and run on Preact, with what web/preact adds to it. */
const preact = [
  { find: /^react(?:-dom)?$/, replacement: path.join(import.meta.dirname, 'preact/react.ts') },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
];

/**
 * Files that are loaded together are one chunk: Brotli makes it a tenth smaller than the files one by one, and the list of
 * chunks, which is in the first load, is short.
 */
const chunks = [
  // Small, because it runs before the rest is loaded.
  {
    name: 'early',
    test: /\/(?:web\/replica\/(?:storage\/(?:early-read|first-screen|idb-storage|kept-boot)|snapshot)|sdk\/row-format)\.ts$/,
    priority: 4,
  },
  { name: 'app', tags: ['$initial' as const], priority: 3 },
  // What the list and the board share.
  { name: 'tickets', test: (id: string) => ticketFiles.some((file) => file.test(id)), priority: 2 },
  // What lists, My work and the timeline share.
  {
    name: 'lists',
    test: /\/web\/tickets\/list\/(?:divide-groups|empty-tickets|list-failure|list-items|ticket-row|use-collapsed|use-key-width|use-list-presses|use-list-rows|use-row-height|use-ticket-groups)\.tsx?$/,
    priority: 1,
  },
  // What the board, the calendar and the timeline share, and the tasks of agents that cards show.
  {
    name: 'boards',
    test: /\/web\/(?:tickets\/(?:drag\/(?!auto-scroll|cell-drag|drag-library|drop-target|touch-drag)|board\/(?:new-ticket-fields|board-order|swimlanes))|parts\/(?:popups\/menu-group|markdown\/plain-line)|agent-tasks\/agent-task-queries|api\/data-query)|\/infiniteQueryOptions\.js$/,
    priority: 1,
  },
  // Drags by mouse and by touch, loaded when the browser is idle.
  {
    name: 'drag',
    test: /\/web\/tickets\/drag\/|\/node_modules\/(?:@atlaskit|@babel|bind-event-listener|raf-schd)\//,
    priority: 0,
  },
  { name: 'later', test: (id: string) => laterFiles.some((file) => file.test(id)), priority: 1 },
  {
    name: 'settings',
    test: /\/web\/(?:projects\/settings|inbound-webhooks|outbound-webhooks|workspaces|users|instance|imports|parts\/display\/qr|tickets\/templates\/templates-page|notifications\/browser-notifications-field)\b|\/node_modules\/uqr\//,
    priority: 2,
  },
  // What the service worker loads anyway is one chunk: the sentences of the server repeat the words of the screens.
  {
    name: 'german',
    test: /\/web\/messages\/de\/(?!(?:answers|board|fields|filter|index|parts|reasons|shell|short-sentences|tickets|translate-sentence|views|work)\.)/,
    priority: 1,
  },
  { name: 'dates', test: /\/web\/tickets\/(?:calendar|timeline)\//, priority: 1 },
  // A text area stands in for it until it is loaded.
  { name: 'rich-field', test: /\/web\/parts\/markdown\/rich\//, priority: 1 },
  // How a list or board is arranged.
  {
    name: 'display',
    test: /\/web\/tickets\/list\/(?:display-panel|default-display-items)\.tsx$/,
    priority: 3,
  },
  // Screens of projects and of what groups them, and their charts.
  {
    name: 'projects',
    test: /\/web\/(?:projects\/(?:cycles|initiatives|overview|projects-screen|project-table|deleted-projects|new-project-dialog|open-group-dialog|forecast-sentence|project-options)|stats|parts\/charts)(?!.*-quer(?:y|ies)\.ts$)/,
    priority: 1,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: preact },
  plugins: [
    declareCssLayers(),
    drawIcons(),
    keepCalledOperations(),
    keepLexerOfMarked(),
    shortenSentencesOnce(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The first versions with light-dark(): older ones would need every colour twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy allows fonts from this host alone, and a file of its own is cached for a year.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // TanStack Query marks its files for frameworks that also draw on the server.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      // An index.ts must not pull in every file that it re-exports: only the entries have side effects.
      treeshake: {
        moduleSideEffects: [{ test: /\/web\/(?!main\.tsx).*\.tsx?$/, sideEffects: false }],
      },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: true }])),
  },
});
