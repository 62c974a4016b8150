export { agentQueries } from './agent-queries.ts';
