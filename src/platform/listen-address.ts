export interface ListenAddress {
  host: string;
  port: number;
}

/** Parses `9464` (on this machine only), `127.0.0.1:9464` or `[::1]:9464`. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const match = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) return undefined;
  return { host: match[1] ?? match[2] ?? '127.0.0.1', port };
}
