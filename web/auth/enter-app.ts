/** Reloads the page, so that nothing of the previous visitor is left in memory and everything starts with the session. */
export const enterApp = (path = '/') => location.assign(path);
