import { type Words, wholeWord, wordRule } from '../../word-rule.ts';

/** Verbs for the work, not its effect: `Extract …`, `Document …`. */
export const workOnCode = wordRule(
  {
    bump: 'Bump the counter',
    clean: 'Clean up the door',
    extract: 'Extract a function',
    'tests?\\b': 'Test the door',
    version: 'Version 2',
    prepar: 'Prepare the release',
    'document(?![.(])': 'Document the door',
    clarif: 'Clarify how doors open',
    comment: 'Comment on the door',
    increment: 'Increment the counter',
    'separat\\w* (?:\\S+ ){1,3}from\\b': 'Separate the door from its frame',
    'merged? (?:branch|pull|commit)': 'Merge branch main',
    'code (?:style|linting)': 'Code style',
  },
  (anyWord) => new RegExp(`^${anyWord}\\w*\\b`, 'i'),
);

/** `Fix`, `adds`, `updated`, `improving` */
const workedOn = '(?:(?:add|fix|remov|updat|improv)(?:e|s|es|d|ed|ing)?)';
const worksOn = (objects: Words, end: string) =>
  wordRule(
    objects,
    (anyWord) => new RegExp(`^${workedOn} (?:(?:the|an?|more|of|to) )*${anyWord}\\b${end}`, 'i'),
  );

/** What only the developers of the repository read or run. */
export const workOnPlainUpkeep = worksOn(
  {
    'tests?|ci': 'Fix the tests',
    'lint\\w*': 'Fix linting',
    grammar: 'Fix grammar of doors',
    'docs?': 'Update docs',
    documentation: 'Improve the documentation',
    'benchmarks?': 'Add more benchmarks',
    copyright: 'Update the copyright',
  },
  '',
);
/**
 * Parts that products have too: upkeep only if no word follows that they would describe ("Fix imports", not "Fix import
 * errors").
 */
export const workOnPartOfBoth = worksOn(
  {
    'licen[cs]e(?: headers?)?': 'Add a license',
    'imports?': 'Fix imports',
  },
  '(?=$| ?[.,;:()!+&/–—-]| (?:of|to)\\b)',
);
export const workOnUpkeep = {
  test: (text: string) => workOnPlainUpkeep.test(text) || workOnPartOfBoth.test(text),
};

/** What only the developers of the repository use. */
export const maintenanceTopic = wordRule(
  {
    mypy: 'Silence mypy',
    pyright: 'Please pyright',
    eslint: 'Rules of eslint',
    ruff: 'Rules of ruff',
    'gosec|forcetypeassert': 'Please gosec',
    'pre-commit': 'Hooks of pre-commit',
    linter: 'Please the linter',
    'lint(?:ing)? (?:errors|issues)': 'Solve lint errors',
    changelog: 'Entry of the changelog',
    readme: 'Shorter readme',
    'dev (?:dependencies|deps)': 'Newer dev dependencies',
    'docstrings?': 'Better docstrings',
    'godocs?': 'Update the godoc of Door',
    'docs? (?:comments?|of)': 'Better docs of the door',
    'capacity to slices?|pre-?allocat\\w*': 'Give capacity to slices',
    '(?:in|of|to) (?:the )?(?:docs|documentation|examples)': 'Wrong name in the examples',
    spelling: 'Correct the spelling',
    'typos?': 'Some typos',
    'in comments?': 'Wrong name in comments',
    flaky: 'Flaky door',
    'address(?:es|ed|ing)? (?:[\\w()-]+ )*feedback': 'Address some feedback',
    'refactor(?:s|ed|ing)?': 'A refactoring of the door',
    weblate: 'Door by Weblate',
    'sponsor\\w*': 'Make sponsorship more visible',
  },
  wholeWord,
);

/** `Release 2.0`, `Update foo.js`, `Various fixes`: of no interest to users. */
export const trivialSubject = wordRule({
  '^update(?:d|s)? [\\w./-]+\\.\\w{1,4}$': 'Update door.js',
  '\\b(?:blank|trailing) lines?\\b': 'Remove a trailing blank line',
  '^fix #\\d+: .*\\btests?\\b': 'Fix #12: its test',
  '^releas(?:e|es|ed|ing)(?:$|[ -]+(?:v?\\d|notes?)\\b)': 'Release 2',
  '^(?:(?:several|various|minor|small|bug) )*(?:improvements?|fix(?:es|ed)?|tweaks?)(?: for pr\\w*)?$':
    'Various fixes',
  '^(?:small|some|further) (?:improvements?|fixes|clean-?ups?)\\b': 'Some cleanups of doors',
  "^(?:add|fix|update)(?:s|d|ed|es|ing)? (?:(?!of\\b|in\\b)[\\w`.()'-]+ ){1,3}(?:tests|comments|docs)$":
    'Fix some slow tests',
});

/** What nobody needed: `Remove an unused function`. */
export const needless = wordRule(
  {
    unused: 'Removed unused doors',
    unnecessary: 'Drop unnecessary doors',
    redundant: 'Delete redundant doors',
    old: 'Delete the old door',
    'helpers?': 'Remove a helper',
  },
  (anyWord) => new RegExp(`^(?:remove[sd]?|drop(?:s|ped)?|delete[sd]?)\\b.*\\b${anyWord}\\b`, 'i'),
);

/** Scopes that say that a `fix` or `feat` concerns the development of the product. */
export const upkeepScope = wordRule(
  { 'docs?|tests?|ci': 'docs', build: 'build', refactor: 'refactor' },
  (anyWord) => new RegExp(`^${anyWord}$`, 'i'),
);

/** Words for what went wrong before, so that doing the same in another way is news. */
export const wentWrong = wordRule(
  {
    'errors?|panics?|races?': 'an error',
    'duplicates?d?': 'duplicates',
    when: 'when it rains',
    if: 'if it rains',
  },
  wholeWord,
);
