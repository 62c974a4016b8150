/** The text as itself in a LIKE pattern that ends in `escape '!'`. */
export const escapeLike = (text: string) => text.replace(/[%_!]/g, '!$&');

/** The parameters :word0, :word1 … that match what holds each of the words. */
export const likeEach = (words: string[]): Record<string, string> =>
  Object.fromEntries(words.map((word, i) => [`word${i}`, `%${escapeLike(word)}%`]));
