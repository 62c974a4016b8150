/** web/routes.tsx adds the paths of the app. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Register {}

/** A path as the table of routes writes it: `/p/$key/list`. */
export type Path = Register extends { path: infer P extends string } ? P : string;

/** The addresses that a path stands for: `/p/${string}/list`. */
type AddressOf<P extends string> = P extends `${infer Head}/$${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? `${Head}/${string}/${AddressOf<Tail>}`
    : `${Head}/${string}`
  : P;

/** A path, an address of one, or `.` for the one that is shown. A plain `string` is not checked. */
export type Destination<P extends string> = string extends P
  ? P
  : P extends AddressOf<Path> | '.'
    ? P
    : Path | '.';

type NameIn<P extends string> = P extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | NameIn<Tail>
    : Rest
  : never;

export type ParamsFor<P extends string> = [NameIn<P>] extends [never]
  ? { params?: undefined }
  : { params: Record<NameIn<P>, string> };

export type Params = Readonly<Record<string, string | undefined>>;

/** Puts the parameters into a path. */
export const fillPath = (path: string, params: Params = {}): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The parameters of an address, or undefined if the path does not fit. Case and a last slash do not count. */
export function matchPath(path: string, pathname: string): Params | undefined {
  const names = path.split('/').filter(Boolean);
  const values = pathname.split('/').filter(Boolean);
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (name.startsWith('$')) params[name.slice(1)] = decode(value);
    else if (name.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
