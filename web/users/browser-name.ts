/** Order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** “Firefox, Linux” for a User-Agent header; undefined if it says neither. */
export function nameOfBrowser(userAgent: string | null): string | undefined {
  const text = (userAgent ?? '').slice(0, 500);
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || undefined;
}
