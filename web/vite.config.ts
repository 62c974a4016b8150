import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The Docket that `npm run web` passes every request to that is not for a file of the app. */
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The Content-Security-Policy allows fonts from this host alone, and a file of its own is cached for a year.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: true }])),
  },
});
