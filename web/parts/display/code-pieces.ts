/** A part of a line of code; `look` is the class that gives it its colour, or empty. */
export interface CodePiece {
  text: string;
  look: string;
}

/** Longer code is drawn plain. */
const maxLength = 50_000;

const words =
  'abstract|and|as|async|await|begin|bool|boolean|break|case|catch|char|class|const|continue|create|def|default|defer|delete|do|done|elif|else|end|enum|esac|except|export|extends|false|fi|final|finally|float|fn|for|foreach|from|func|function|go|if|impl|implements|import|in|insert|instanceof|int|interface|into|is|lambda|let|loop|match|mod|mut|namespace|new|nil|none|not|null|of|or|package|pass|private|protected|pub|public|raise|return|select|self|set|static|string|struct|super|switch|table|then|this|throw|throws|trait|true|try|type|typeof|undefined|union|unless|until|update|use|using|val|values|var|void|where|while|with|yield';
const strings = '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`';
const numbers = '(?<![\\w.])\\d[\\w.]*';
const keyword = (flags: string) =>
  new RegExp(
    `(?<string>${strings})|(?<number>${numbers})|(?<word>(?<![\\w.$-])(?:${words})(?![\\w$-]))`,
    flags,
  );
const withComment = (comment: string) => new RegExp(`(?<comment>${comment})|${keyword('').source}`, 'gi');

const hash = withComment('(?<![^\\s])#.*');
const slashes = withComment('(?<!:)//.*|/\\*[\\s\\S]*?\\*/|^\\s*\\*.*');
const dashes = withComment('--.*');
const markup = /(?<comment><!--[\s\S]*?-->)|(?<string>"[^"\n]*"|'[^'\n]*')|(?<word><\/?[\w:-]+|\/?>)/g;
const rulesOfLanguages: [RegExp, RegExp][] = [
  [
    /^(?:sh|bash|shell|zsh|console|py|python|rb|ruby|ya?ml|toml|make|makefile|docker(?:file)?|perl|r|nix|ini|conf)$/i,
    hash,
  ],
  [/^(?:sql|psql|lua|haskell|hs|elm|ada)$/i, dashes],
  [/^(?:html?|xml|svg|vue|svelte)$/i, markup],
  [/^(?:text|txt|plain|markdown|mdx?)?$/i, /(?!)/g],
];

/** Splits code into comments, strings, numbers and words of the language. Without a language nothing is coloured. */
export function codePieces(code: string, language: string): CodePiece[] {
  if (/^(?:diff|patch)$/i.test(language)) return diffPieces(code);
  if (code.length > maxLength) return [{ text: code, look: '' }];
  const rule = rulesOfLanguages.find(([names]) => names.test(language))?.[1] ?? slashes;
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(rule)) {
    if (match.index > end) pieces.push({ text: code.slice(end, match.index), look: '' });
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    pieces.push({ text: match[0], look: `code-${kind}` });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ text: code.slice(end), look: '' });
  return pieces;
}

const diffPieces = (code: string): CodePiece[] =>
  code.split(/(?<=\n)/).map((text) => ({
    text,
    look: text.startsWith('+') ? 'code-string' : text.startsWith('-') ? 'code-removed' : '',
  }));
