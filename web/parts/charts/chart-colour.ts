/** A colour of the tokens, by its meaning: green is done, amber in progress, violet in review. */
export type ChartColour = 'accent' | 'green' | 'amber' | 'violet' | 'teal' | 'red' | 'muted';

export const colourOf = (colour: ChartColour): string => `var(--${colour})`;
