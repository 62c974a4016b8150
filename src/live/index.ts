export { type EventPosition, formatPosition } from './event-position.ts';
export { liveEvents } from './live-events.ts';
export { addRoutes } from './live-routes.ts';
export { findNewestPosition } from './live-store.ts';
