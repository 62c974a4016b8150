export const labelColors = {
  blue: '#3d5bd9',
  violet: '#7446c9',
  pink: '#c2418f',
  red: '#c2313a',
  amber: '#c98a1b',
  green: '#2f9e67',
  teal: '#16938c',
  grey: '#7d838f',
} as const;
export type LabelColorName = keyof typeof labelColors;

/** The first colour that no label has yet, so that new labels differ. */
export function suggestColor(taken: readonly string[]): string {
  const used = new Set(taken.map((color) => color.toLowerCase()));
  return Object.values(labelColors).find((color) => !used.has(color)) ?? labelColors.grey;
}
