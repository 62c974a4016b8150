/**
 * Whether an address is a path of this app, never another host. Browsers drop tabs and line breaks before they read an
 * address and take `\` for `/`, so `/<tab>/host` and `/\host` are `//host`.
 */
export const isLocalPath = (address: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(address);
