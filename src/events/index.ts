export { type EventRow, listEventsAfter } from './event-store.ts';
export { type EventType, eventType } from './event-type.ts';
export { recordEvent, recordEvents } from './record-event.ts';
