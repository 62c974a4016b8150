/** Escapes a text for a LIKE pattern with `escape '!'`. */
export const escapeLike = (text: string) => text.replace(/[%_!]/g, '!$&');

/** The parameters `:word0`, `:word1` …: LIKE patterns for texts that contain each word. */
export const likeParams = (words: string[]): Record<string, string> =>
  Object.fromEntries(words.map((word, i) => [`word${i}`, `%${escapeLike(word)}%`]));
