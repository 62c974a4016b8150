import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconShapes, priorityShapes, statusShapes } from './parts/icons/icon-shapes.ts';

/** The Docket server to which `npm run web` passes every request that is not for a file of the app. */
const server = process.env.DOCKET_URL ?? 'http://127.0.0.1:3000';
const serverPaths = [
  '/api',
  '/v1',
  '/mcp',
  '/webhooks',
  '/reference',
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
  transform: (code: string, id: string) =>
    id.endsWith('.css') ? { code: `@layer base, parts;\n${code}`, map: null } : undefined,
});

const shapesOfFiles = {
  '/icons/icon.css': ['icon', iconShapes],
  '/icons/status-icon.css': ['status', statusShapes],
  '/icons/priority-icon.css': ['priority', priorityShapes],
} as const;

/** Gives each icon its mask: `.icon-plus { --shape: url(…) }`. */
const drawIcons = () => ({
  name: 'draw-icons',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => {
    const [, found] = Object.entries(shapesOfFiles).find(([file]) => id.endsWith(file)) ?? [];
    if (!found) return undefined;
    const [prefix, shapes] = found;
    const rules = Object.entries(shapes).map(
      ([name, shape]) => `.${prefix}-${name} { --shape: url("${svgAddress(shape)}"); }`,
    );
    return { code: `${code}\n@layer parts { ${rules.join('\n')} }`, map: null };
  },
});

function svgAddress(shape: string): string {
  const line = "fill='none' stroke='black' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'";
  const elements = shape.startsWith('<') ? shape : `<path d='${shape}'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' ${line}>${elements}</svg>`;
  return `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}

/** The SDK has the address of every operation; the first load has only those that the app names somewhere. */
const keepCalledOperations = () => ({
  name: 'keep-called-operations',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/sdk\/generated\.ts$/ },
    handler: dropUncalledOperations,
  },
});

function dropUncalledOperations(code: string) {
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['dist'] });
  const names = new Set(
    sources.flatMap((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8').match(/\w+/g) ?? []),
  );
  const isCalled = (line: string, name: string) => (names.has(name) ? line : '');
  return { code: code.replace(/^ {2}(\w+): \{ method: .*\n/gm, isCalled), map: null };
}

const ticketFiles = [
  /\/web\/parts\/(?:\w+\/)?(?:badge|checkbox|chip|label-chip|popover|segmented|select|skeleton|tabs|use-anchored)\.(?:tsx?|css)$/,
  /\/web\/parts\/(?:\w+\/)?(?:date-picker|picker|picker-list|choice-icon|priority-icon|status-icon|text-area|type-icon)\.(?:tsx|css)$/,
  /\/web\/parts\/(?:[\w-]+\/)?(?:ticket-words|use-field|use-virtual-list|virtual-spans)\.ts$/,
  /\/web\/parts\/controls\/input\.css$/,
  /\/web\/tickets\/(?:open-in-drawer|project-screen|ticket-search|use-ticket-search|use-media)\.tsx?$/,
  /\/web\/tickets\/filter\/(?!(?:apply-suggestion|complete-filter|condition-.*|filter-choices|filter-values|find-condition|offers-at|suggestion-list|value-icon)\.)/,
  /\/web\/tickets\/(?:use-)?active-row\.ts$/,
  /\/web\/tickets\/fields\/(?:known|assign-me|change-field|copy-text|copy-tickets|field-names|field-values|may-change|open-field|use-field-keys)\.ts$/,
  /\/web\/tickets\/list\/(?:late-list|selection|selection-bar|share-menu)\.(?:tsx?|css)$/,
  /\/web\/projects\/project-(?:crumb|tabs)\.(?:tsx|css)$/,
  /\/web\/views\/late-view-dialogs\.ts$/,
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
    test: /\/web\/tickets\/(?:filter\/value-icon|list\/(?:group-tickets|list-failure|list-items|ticket-row|use-collapsed|use-key-width|use-list-presses|use-list-rows|use-row-height|use-ticket-groups))\.tsx?$/,
    priority: 1,
  },
  // What the board, the calendar and the timeline share, and the tasks of agents that cards show.
  {
    name: 'boards',
    test: /\/web\/(?:tickets\/(?:drag\/(?!auto-scroll|cell-drag|drag-library|drop-target|touch-drag)|board\/new-ticket-fields)|parts\/popups\/menu-group|agent-tasks\/agent-task-queries|api\/data-query)|\/infiniteQueryOptions\.js$/,
    priority: 1,
  },
  {
    name: 'settings',
    test: /\/web\/(?:projects\/settings|inbound-webhooks|outbound-webhooks|workspaces|invitations)\//,
    priority: 1,
  },
  // The forms of new tickets and of templates, the drawer and the pickers are loaded together when the browser is idle.
  {
    name: 'ticket',
    test: /\/web\/tickets\/(?:new-ticket|templates|ticket|fields)\//,
    priority: 1,
  },
  { name: 'account', test: /\/web\/(?:users|instance)\//, priority: 1 },
  {
    name: 'screens',
    test: /\/web\/parts\/(?:\w+\/)?(?:card|code-block|danger-section|data-table|facts|filter-select|form-values|json-block|loaded|progress-bar|relative-time|secret-once|section|select-field|show-more|switch|text-field)\.(?:tsx?|css)$/,
    priority: 1,
  },
  // Most dialogs are forms; none is in the first load.
  {
    name: 'forms',
    test: /\/web\/parts\/(?:\w+\/)?(?:field|form|form-actions|notice|text-input)\.(?:tsx?|css)$/,
    priority: 1,
  },
  // Small modules that are loaded after the first paint, when events make data stale.
  {
    name: 'queries',
    test: /\/web\/(?!agent-tasks\/)[\w-]+\/(?:agent|attachment|notification|own-fields|project|refresh|stats)-quer(?:y|ies)\.ts$|\/web\/api\/read-all\.ts$|\/useInfiniteQuery\.js$/,
    priority: 1,
  },
  { name: 'auth', test: /\/web\/auth\//, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), declareCssLayers(), drawIcons(), keepCalledOperations()],
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
