const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the method is safe in the sense of RFC 9110: it changes nothing. */
export const isSafeMethod = (method: string) => safeMethods.has(method);
