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
const pythonClass = /^class\s+\w*(?:Options|Config|Configuration|Settings)\w*\b[^\n]*:\s*$/;
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

/** The keys of settings that a file declares: schemas, defaults, types of options, tags of structs. */
export function readSettingKeys(path: string, source: string): Set<string> {
  if (isJsonSchema(path)) return readSchema(source);
  if (path.endsWith('package.json')) return readContributions(source);
  if (isGo(path)) return new Set([...source.matchAll(goTag)].map(([, key = '']) => key));
  return isPython(path) ? readPython(path, source) : readScript(path, source);
}

function readScript(path: string, source: string): Set<string> {
  const keys = new Set<string>();
  for (const shape of scriptShapes) {
    // Only files about settings export a plain object of them.
    if (shape.source.includes('exports') && !settingsFile.test(path)) continue;
    for (const { 0: text, index } of source.matchAll(shape)) {
      const { inside } = readBalanced(source, index + text.length - 1);
      for (const [, key = ''] of inside.matchAll(objectKey)) keys.add(key);
    }
  }
  return keys;
}

function readPython(path: string, source: string): Set<string> {
  const keys = new Set<string>();
  let isInside = false;
  for (const line of source.split('\n')) {
    if (/^\S/.test(line)) isInside = pythonClass.test(line);
    const field = isInside ? /^ {4}([a-z]\w*)\s*(?::|=(?!=))/.exec(line)?.[1] : undefined;
    if (field !== undefined) keys.add(field);
    const constant = settingsFile.test(path)
      ? /^([A-Z][A-Z0-9_]{3,})\s*(?::[^=]{1,80})?=(?!=)/.exec(line)?.[1]
      : undefined;
    if (constant !== undefined) keys.add(constant);
  }
  return keys;
}

/** The names of the properties in a JSON Schema. */
function readSchema(source: string): Set<string> {
  const keys = new Set<string>();
  let level: unknown[] = [parse(source)];
  for (let depth = 0; level.length > 0 && depth < 60; depth++) {
    for (const value of level)
      if (isObject(value) && isObject(value.properties))
        for (const key of Object.keys(value.properties)) keys.add(key);
    level = level.flatMap((value) =>
      value !== null && typeof value === 'object' ? Object.values(value) : [],
    );
  }
  return keys;
}

/** The settings that an extension adds to an editor. */
function readContributions(source: string): Set<string> {
  const manifest = parse(source);
  const contributes = isObject(manifest) && isObject(manifest.contributes) ? manifest.contributes : {};
  const list = [contributes.configuration].flat();
  return new Set(
    list.flatMap((part) => (isObject(part) && isObject(part.properties) ? Object.keys(part.properties) : [])),
  );
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
