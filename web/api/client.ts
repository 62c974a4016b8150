import { createClient } from './sdk.ts';

/** The client of the API, with the session cookie of the page. */
export const api = createClient({ baseUrl: '' });
