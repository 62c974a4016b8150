/**
 * True if an address is a path of this app and not another host. Browsers drop tabs and line breaks in an address and
 * read `\` as `/`, so `/<tab>/host` and `/\host` mean `//host`.
 */
export const isLocalPath = (address: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(address);
