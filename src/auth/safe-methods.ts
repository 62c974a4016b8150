const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Safe in the sense of RFC 9110: the method changes nothing. */
export const isSafeMethod = (method: string) => safeMethods.has(method);
