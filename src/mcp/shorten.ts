/** Results cost an agent's context; what is longer is cut, and says so. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text.slice(0, charactersMax)}… (${text.length - charactersMax} more characters)`;
}
