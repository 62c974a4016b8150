/** Parses minutes: `90`, `1h 30m`, `1.5h`, `1:30`, `2d` (of eight hours). Returns undefined if the text is not a time. */
export function parseMinutes(text: string): number | undefined {
  const typed = text.trim().toLowerCase().replace(',', '.');
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(typed);
  if (clock) return positive(Number(clock[1]) * 60 + Number(clock[2]));
  if (/^\d+$/.test(typed)) return positive(Number(typed));
  const parts = [...typed.matchAll(/(\d+(?:\.\d+)?) ?(d|t|h|m)[a-zä]*\s*/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== `${typed}`) return undefined;
  return positive(
    Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * (minutesOf[unit ?? ''] ?? 0), 0)),
  );
}

const minutesOf: Record<string, number> = { d: 480, t: 480, h: 60, m: 1 };
const positive = (minutes: number) => (minutes > 0 ? minutes : undefined);

/** `1 h 30 min`; the units are the same in English and German. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
