export { addMcpRoutes } from './mcp-routes.ts';
export { newTools } from './tools.ts';
