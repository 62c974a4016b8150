/** Loads the page anew, so that nothing of the former visitor is left in memory and everything starts with the session. */
export const enterApp = (path = '/') => location.assign(path);
