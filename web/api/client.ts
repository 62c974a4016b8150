import { inUsersLanguage } from '../messages/index.ts';
import { createClient } from './sdk.ts';

/** The client of the API, with the session cookie of the page. */
export const api = createClient({
  baseUrl: '',
  fetch: async (address, request) => inUsersLanguage.answer(await fetch(address, request)),
});
