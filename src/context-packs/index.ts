export { addRoutes } from './context-routes.ts';
export { getContext } from './get-context.ts';
export { renderPrompt } from './render-prompt.ts';
