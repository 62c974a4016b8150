/** Cuts long text, because results fill the model's context, and states how much is missing. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text.slice(0, charactersMax)}… (${text.length - charactersMax} more characters)`;
}
