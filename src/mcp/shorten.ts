/** Cuts long text, because results fill the model's context, and states how much is missing. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  // Not in the middle of a character of two units.
  const kept = text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}
