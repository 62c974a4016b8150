import { build } from 'vite';

await build({ configFile: 'web/vite.config.ts', logLevel: 'warn', build: { emptyOutDir: true } });
