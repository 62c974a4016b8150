const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request with this method changes nothing. */
export const isSafe = (method: string) => safeMethods.has(method);
