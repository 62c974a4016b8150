export { type EventPosition, formatPosition } from './event-position.ts';
export { addRoutes } from './live-routes.ts';
export { findNewestPosition } from './live-store.ts';
