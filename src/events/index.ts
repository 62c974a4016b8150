export { type EventCursor, listEventsAfter } from './event-store.ts';
export { type EventType, eventType } from './event-type.ts';
export { recordEvent } from './record-event.ts';
