import type { SurfaceItem } from './surface.ts';

const shapes = [
  // commander, cac, yargs with dashes; click and argparse
  /\.(?:option|requiredOption|addOption|add_argument|add_option)\(\s*(?:new Option\(\s*)?['"](?:-\w\s*[,|]\s*)?(--[a-z][\w-]*)/g,
  /\.add_argument\(\s*['"]-\w['"]\s*,\s*['"](--[a-z][\w-]*)['"]/g,
  /@(?:click|typer)\.option\(\s*(?:['"]-\w['"]\s*,\s*)?['"](--[a-z][\w-]*)/g,
  // yargs without dashes
  /\.option\(\s*['"]([a-z][\w-]*)['"]\s*,\s*\{/g,
];
// Go's flag package and pflag: flag.String("name", …), cmd.Flags().StringP("name", "n", …)
const goShape =
  /\b(?:flag|pflag|(?:Persistent)?Flags\(\))\.(?:String|Bool|Int|Duration|Float|Uint|Count|IP|Bytes|Text|Func)\w*\((?:&[\w.]+,\s*)?"([a-z][\w-]*)"/g;

/** The command line options that a source defines. */
export function readFlags(source: string): SurfaceItem[] {
  const names = new Set<string>();
  for (const shape of shapes)
    for (const [, name = ''] of source.matchAll(shape)) names.add(name.startsWith('--') ? name : `--${name}`);
  for (const [, name = ''] of source.matchAll(goShape)) names.add(`--${name}`);
  return [...names].map((name) => ({ area: 'flag', name, signature: name }));
}
