export { addRoutes } from './mcp-routes.ts';
export { serveOverStdio } from './serve-stdio.ts';
export { newToolbox, type Toolbox } from './toolbox.ts';
export { newTools } from './tools.ts';
