export { api } from './client.ts';
export { dataQuery, pagesQuery } from './data-query.ts';
export { queryClient, reloadStale } from './query-client.ts';
export { readAll } from './read-all.ts';
export { isRefused } from './refusal.ts';
export { DocketError } from './sdk.ts';
export { loadSession, type Session, SessionContext, useSession } from './session.ts';
