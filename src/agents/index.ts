export { addRoutes } from './agent-account-routes.ts';
export { agentEvents } from './agent-events.ts';
export type { CurrentWork } from './agent-schemas.ts';
export { createAgent, getAgent, lockAgentToManage, updateAgent } from './agents.ts';
