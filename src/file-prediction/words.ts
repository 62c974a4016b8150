// Longer texts say no more about the files; the limits bound the time of a prediction.
const textLengthMax = 8_000;
const wordsMax = 300;
const wordLengthMax = 60;

const commonWords = new Set(
  `a about add added adds after all also an and any are as at be been before bug but by can change changed changes cleanup could
  did do does don done e ensure feat feature fix fixed fixes fixing for from g get has have how i if implement improve in instead
  into is issue it its just let make makes merge minor more new no not now of on one only or other our out pr pull remove removed
  removes request should so some support than that the their them then there these this to up update updated updates use used
  uses using via was we were what when where which while who why will with without would you your`.split(
    /\s+/,
  ),
);

/** The words of a text: lower case, parts of names like `trustProxy`, and keys of tickets like `ABC-12`, each once. */
export function findWords(text: string): string[] {
  const words = new Set<string>();
  const start = text.slice(0, textLengthMax);
  // A change that names the same ticket is the nearest of all.
  for (const [key] of start.matchAll(/\b[A-Z][A-Z0-9]{1,9}-\d{1,9}\b/g)) words.add(key.toLowerCase());
  for (const [name] of start.matchAll(/[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu)) {
    if (words.size >= wordsMax) break;
    const parts = splitName(name);
    for (const part of parts) addWord(words, part);
    if (parts.length > 1) addWord(words, parts.join(''));
  }
  return [...words];
}

/** `parseURLPath` → parse, url, path. */
const splitName = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _]/)
    .map((part) => part.toLowerCase());

function addWord(words: Set<string>, word: string): void {
  if (word.length < 2 || word.length > wordLengthMax || commonWords.has(word) || /^\p{N}+$/u.test(word))
    return;
  words.add(stem(word));
}

/** Plural and verb endings of English. Names in code are English too, whatever the language of the ticket. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/[su]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** The words of a path; those of the file name count more than those of its folders. */
export function findPathWords(path: string): { name: string[]; folders: string[] } {
  const slash = path.lastIndexOf('/');
  const file = path.slice(slash + 1);
  const dot = file.lastIndexOf('.');
  return {
    name: findWords(dot > 0 ? file.slice(0, dot) : file),
    folders: slash < 0 ? [] : findWords(path.slice(0, slash)),
  };
}

/** Names of files as people write them in a text: `lib/router.js`, `router.js`. */
export const findFileNames = (text: string): string[] => [
  ...new Set(
    [...text.slice(0, textLengthMax).matchAll(/(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9}\b/g)].map(
      ([name]) => name.replace(/^(?:\.\/)+/, ''),
    ),
  ),
];
