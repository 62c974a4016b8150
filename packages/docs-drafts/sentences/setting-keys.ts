import { readBalanced } from '../surface/balanced.ts';
import { isGo, isNonProductFile, isPython, isScript } from '../surface/product-files.ts';

/** `scripts` whose keys an object of settings declares; the name tells that it is one. */
const scriptShapes = [
  /\b(?:interface|class)\s+\w*(?:Options|Config|Configuration|Settings|Preferences)\b[^{\n]{0,200}\{/g,
  /\btype\s+\w*(?:Options|Config|Configuration|Settings|Preferences)\b[^={\n]{0,200}=\s*\{/g,
  /\b(?:const|let|var)\s+\w*(?:[dD]efaults?|DEFAULTS?|[oO]ptions|[cC]onfig|[sS]ettings|[sS]chema)\w*\s*(?::[^=\n]{0,100})?=\s*(?:[\w.]{1,60}\(\s*)?\{/g,
  /\b(?:module\.)?exports(?:\.\w*(?:[dD]efaults?|Options|Config|Settings|Schema)\w*)?\s*=\s*(?:[\w.]{1,60}\(\s*)?\{/g,
];
const settingsFile =
  /(?:^|[/._-])(?:config|configuration|options?|settings?|schema|defaults?|definitions?)[^/]*$/i;
const objectKey = /(?:^|[{,;])[ \t]*(?:readonly\s+)?['"]?([A-Za-z_$][\w$-]*)['"]?\??[ \t]*:/gm;
const pythonClass = /^class\s+(\w*(?:Options|Config|Configuration|Settings)\w*)\b[^\n]*:\s*$/;
const goTag = /`[^`\n]*\b(?:yaml|toml|mapstructure|koanf|hcl):"([A-Za-z][\w-]*)[",]/g;

/** Whether a file may declare settings. */
export const mayDeclareSettings = (path: string) =>
  !isNonProductFile(path) &&
  (isScript(path) ||
    isPython(path) ||
    isGo(path) ||
    isJsonSchema(path) ||
    /(?:^|\/)package\.json$/.test(path));

const isJsonSchema = (path: string) => /(?:^|[/._-])schema[^/]*\.json$|\.schema\.json$/i.test(path);

/** The settings that a file declares. */
export interface DeclaredSettings {
  /** Key → the type, object or class that declares it. */
  keys: ReadonlyMap<string, string>;
  holders: ReadonlySet<string>;
}

/** Reads schemas, defaults, types of options and tags of structs. */
export function readSettings(path: string, source: string): DeclaredSettings {
  const found = new Settings();
  if (isJsonSchema(path)) readSchema(source, found);
  else if (path.endsWith('package.json')) readContributions(source, found);
  else if (isGo(path)) readGo(source, found);
  else if (isPython(path)) readPython(path, source, found);
  else readScript(path, source, found);
  return found;
}

/** Where a key is declared twice, the first place counts. */
class Settings implements DeclaredSettings {
  readonly keys = new Map<string, string>();
  readonly holders = new Set<string>();

  add(holder: string, key: string): void {
    if (!this.keys.has(key)) this.keys.set(key, holder);
  }
}

function readScript(path: string, source: string, found: Settings): void {
  for (const shape of scriptShapes) {
    // Only files about settings export a plain object of them.
    if (shape.source.includes('exports') && !settingsFile.test(path)) continue;
    for (const { 0: text, index } of source.matchAll(shape)) {
      const holder =
        /\b(?:interface|class|type|const|let|var|exports)\b\s*\.?\s*([\w$]*)/.exec(text)?.[1] ?? '';
      found.holders.add(holder);
      const { inside } = readBalanced(source, index + text.length - 1);
      for (const [, key = ''] of inside.matchAll(objectKey)) found.add(holder, key);
    }
  }
}

function readGo(source: string, found: Settings): void {
  let holder = '';
  for (const line of source.split('\n')) {
    const named = /^\s*(?:type\s+)?(\w+)(?:\[[^\]]{1,200}\])?\s+struct\s*\{/.exec(line)?.[1];
    if (named !== undefined) holder = named;
    found.holders.add(holder);
    for (const [, key = ''] of line.matchAll(goTag)) found.add(holder, key);
  }
}

function readPython(path: string, source: string, found: Settings): void {
  let holder: string | undefined;
  // Constants of a module are held by it.
  found.holders.add('');
  for (const line of source.split('\n')) {
    if (/^\S/.test(line)) holder = pythonClass.exec(line)?.[1];
    if (holder !== undefined) found.holders.add(holder);
    const field = holder === undefined ? undefined : /^ {4}([a-z]\w*)\s*(?::|=(?!=))/.exec(line)?.[1];
    if (holder !== undefined && field !== undefined) found.add(holder, field);
    const constant = settingsFile.test(path)
      ? /^([A-Z][A-Z0-9_]{3,})\s*(?::[^=]{1,80})?=(?!=)/.exec(line)?.[1]
      : undefined;
    if (constant !== undefined) found.add('', constant);
  }
}

/** The names of the properties in a JSON Schema. */
function readSchema(source: string, found: Settings): void {
  found.holders.add('');
  let level: unknown[] = [parse(source)];
  for (let depth = 0; level.length > 0 && depth < 60; depth++) {
    for (const value of level)
      if (isObject(value) && isObject(value.properties))
        for (const key of Object.keys(value.properties)) found.add('', key);
    level = level.flatMap((value) =>
      value !== null && typeof value === 'object' ? Object.values(value) : [],
    );
  }
}

/** The settings that an extension adds to an editor. */
function readContributions(source: string, found: Settings): void {
  const manifest = parse(source);
  const contributes = isObject(manifest) && isObject(manifest.contributes) ? manifest.contributes : {};
  found.holders.add('');
  for (const part of [contributes.configuration].flat())
    if (isObject(part) && isObject(part.properties))
      for (const key of Object.keys(part.properties)) found.add('', key);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
