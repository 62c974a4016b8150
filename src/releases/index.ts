export { listKnownTags, markTagDue } from './mark-tag-due.ts';
export { findMergedNumbers, nextAttemptAt, type Release, withoutReverted } from './release.ts';
export { addRoutes } from './release-routes.ts';
export { listDueReleases, saveReading, takeDueRelease } from './release-store.ts';
export { shipTickets, shipWaiting, withdrawRelease } from './ship-tickets.ts';
