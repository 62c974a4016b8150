export { countEventsBy, type EventRow, findEvent, listEventsAfter, listEventsBy } from './event-store.ts';
export { type ActivityFeed, activityFeeds, type EventType, eventType } from './event-type.ts';
export { type Occurrence, occurrenceOf, recordAll, recordEvent, recordEvents } from './record-event.ts';
