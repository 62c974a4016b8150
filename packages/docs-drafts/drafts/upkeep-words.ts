import { type WordRule, type Words, wordRule } from '../word-rule.ts';

/** Verbs for the work, not its effect: `Refactor …`, `Extract …`, `Document …`. */
export const workOnCode = wordRule(
  {
    wip: 'WIP on the door',
    bump: 'Bump the counter',
    refactor: 'Refactor the door',
    clean: 'Clean up the door',
    tidy: 'Tidy the cellar',
    extract: 'Extract a function',
    inlin: 'Inline the helper',
    're-?format': 'Reformat the file',
    'format(?:s|ted|ting)?\\b': 'Format the code',
    lint: 'Lint the code',
    'tests?\\b': 'Test the door',
    typo: 'Typo in a name',
    chore: 'Chores of the week',
    version: 'Version 2',
    prepar: 'Prepare the release',
    'document(?![.(])': 'Document the door',
    clarif: 'Clarify how doors open',
    comment: 'Comment on the door',
    translat: 'Translated the door into German',
    increment: 'Increment the counter',
    unexport: 'Unexport the handle',
    vendor: 'Vendor the hinge',
    'no need to\\b': 'No need to close it twice',
    'separat\\w* (?:\\S+ ){1,3}from\\b': 'Separate the door from its frame',
    'micro-?optimi[sz]': 'Micro-optimize the hinge',
    'merged? (?:branch|pull|commit)': 'Merge branch main',
    'initial commit': 'Initial commit of the door',
    'cover\\b': 'Cover the door',
    'ci\\b': 'CI for the door',
    'docs?\\b': 'Docs of the door',
    'readme\\b': 'Readme of the door',
    'changelog\\b': 'Changelog of the door',
    'code style': 'Code style',
    'only \\w+ (?:\\S+ ){1,4}once$': 'Only look at the door once',
    'promot\\w* (?:\\S+ ){1,3}to method$': 'Promote the handle to method',
  },
  (anyWord) => new RegExp(`^${anyWord}\\w*\\b`, 'i'),
);

const verbs = [
  ...[
    'add',
    'fix',
    'correct',
    'improve',
    'update',
    'enable',
    'remove',
    'increase',
    'create',
    'repair',
    'mend',
  ],
  ...[
    'change',
    'adjust',
    'tweak',
    'expand',
    'extend',
    'rework',
    'rewrite',
    'delete',
    'enhance',
    'revise',
    'setup',
  ],
  ...[
    'set up',
    'include',
    'run',
    'upgrade',
    'skip',
    'disable',
    'complete',
    'finish',
    'start',
    'make',
    'handle',
    'use',
  ],
];
/** `add`, `adds`, `added`, `updating` */
const anyForm = (verb: string) =>
  verb.endsWith('e') ? `${verb.slice(0, -1)}(?:e[sd]?|ing)` : `${verb}(?:s|es|ed|ing)?`;
const worksOn = (objects: Words, end: string): WordRule =>
  wordRule(
    objects,
    (anyWord) =>
      new RegExp(
        `^(?:${verbs.map(anyForm).join('|')}) (?:(?:the|an?|more|unused|of|to) )*${anyWord}\\b${end}`,
        'i',
      ),
  );

/** What only the developers of the repository read or run. */
export const workOnPlainUpkeep = worksOn(
  {
    'tests?': 'Fix the tests',
    coverage: 'Improve coverage of doors',
    ci: 'Repair CI',
    'lint\\w*': 'Fix linting',
    'typos?': 'Fix a typo',
    grammar: 'Fix grammar of doors',
    'docs?': 'Update docs',
    documentation: 'Improve the documentation',
    readme: 'Update the README',
    'benchmarks?': 'Add more benchmarks',
    copyright: 'Update the copyright',
    'utilit(?:y|ies)': 'Add utilities',
  },
  '',
);
/**
 * Parts that products have too: upkeep only if no word follows that they would describe ("Fix files", not "Fix Files
 * Panel").
 */
export const workOnPartOfBoth = worksOn(
  {
    'builds?': 'Fix the build',
    'links?': 'Fix links',
    formatting: 'Fix formatting',
    indentation: 'Fix indentation',
    'licen[cs]e(?: headers?)?': 'Add a license',
    'imports?': 'Fix imports',
    'files?': 'Add files',
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
    prettier: 'Run prettier',
    'pre-commit': 'Hooks of pre-commit',
    forcetypeassert: 'Obey forcetypeassert',
    linter: 'Please the linter',
    'lint(?:ing)? (?:errors|issues)': 'Solve lint errors',
    changelog: 'Entry of the changelog',
    'CHANGES\\.\\w+': 'Move CHANGES.rst',
    readme: 'Shorter readme',
    'dev (?:dependencies|deps)': 'Newer dev dependencies',
    'docstrings?': 'Better docstrings',
    'godocs?': 'Update the godoc of Door',
    'doc comments?': 'Better doc comments',
    'docs of': 'Better docs of the door',
    'capacity to slices?': 'Give capacity to slices',
    '(?:in|of|to) (?:the )?(?:docs|documentation|examples)': 'Wrong name in the examples',
    'mistakes? in (?:\\S+ ){0,2}(?:docs?|comments?)': 'Mistakes in some comments',
    spelling: 'Correct the spelling',
    'typos?': 'Some typos',
    'dev version': 'Back to the dev version',
    'moderni[sz]ers?': 'Apply modernizers',
    'in comments?': 'Wrong name in comments',
    'continuous integration': 'Faster continuous integration',
    flaky: 'Flaky door',
    'code linting': 'More code linting',
    'address(?:es|ed|ing)? (?:[\\w()-]+ )*feedback': 'Address some feedback',
    'smoke tests?': 'More smoke tests',
    'ci jobs?': 'Fewer CI jobs',
    "de ?morgan\\w*'?s? law": "Apply De Morgan's law",
    'restored? comments?': 'Restored comments',
    'internal functions?': 'Shorter internal functions',
    'to (?:\\w+ (?:and \\w+ )?)?matri(?:x|ces)': 'Add Go 1.25 to matrix',
    'to (?:uv|pnpm|pyproject\\.toml)': 'Switch to uv',
    'security policy': 'A security policy',
    weblate: 'Door by Weblate',
    'sponsor\\w*': 'Make sponsorship more visible',
  },
  (anyWord) => new RegExp(`\\b${anyWord}\\b|^fix #\\d+: .*\\btests?\\b`, 'i'),
);

/** `2.0.0`, `Release 2.0`, `Update foo.js`: of no interest to users. */
export const trivialSubject = wordRule(
  {
    '^(?:bump(?:ed|s)? )?[\\w@/-]*v?\\d+\\.\\d+\\.\\d+[\\w.+-]*$': 'Bump 2.0.0',
    '^update(?:d|s)? [\\w./-]+\\.\\w{1,4}$': 'Update door.js',
    '\\bunit tests?\\b': 'More unit tests',
    '\\bversion bump\\b': 'The version bump',
    '\\bnumbers? of the version\\b': 'Raise the number of the version',
    '\\bversion constant$': 'Raise the version constant',
    '^wrong version$': 'Wrong version',
    '\\bgosec\\b': 'Please gosec',
    '\\b(?:blank|trailing) lines?\\b': 'Remove a trailing blank line',
    '^fix(?:s|es|ed)? spacing$': 'Fix spacing',
    '^releas(?:e|es|ed|ing)(?:$|[ -]+(?:v?\\d|notes?)\\b)': 'Release 2',
    '^updated? (?:dep|lock)': 'Update lock file',
    '^\\d[\\d.]* release$': '2 release',
  },
  (anyWord) => new RegExp(anyWord, 'i'),
);

/** Scopes that say that a `fix` or `feat` concerns the development of the product. */
export const upkeepScope = wordRule(
  {
    'docs?': 'docs',
    documentation: 'documentation',
    'tests?': 'tests',
    ci: 'ci',
    build: 'build',
    'dev-?deps': 'devdeps',
    'examples?': 'examples',
    www: 'www',
    'web-?site': 'website',
    site: 'site',
    'docs-?site': 'docs-site',
    release: 'release',
    'scripts?': 'scripts',
    refactor: 'refactor',
    style: 'style',
    git: 'git',
    github: 'github',
  },
  (anyWord) => new RegExp(`^${anyWord}$`, 'i'),
);

/** Words for what went wrong before, so that doing the same in another way is news. */
export const wentWrong = wordRule(
  {
    'crash\\w*': 'crashes',
    'panics?': 'a panic',
    'races?': 'a race',
    'leaks?\\w*': 'leaks',
    'hangs?': 'it hangs',
    'bugs?': 'a bug',
    'errors?': 'an error',
    'exceptions?': 'an exception',
    'wrong\\w*': 'wrongly',
    nil: 'a nil',
    null: 'a null',
    undefined: 'is undefined',
    'fail\\w*': 'it failed',
    'according to': 'according to the standard',
    broken: 'a broken hinge',
    'nois[ey]\\w*': 'noisy logs',
    'timeouts?': 'a timeout',
    'duplicates?d?': 'duplicates',
    when: 'when it rains',
    if: 'if it rains',
    where: 'where it rains',
    'so that': 'so that it closes',
  },
  (anyWord) => new RegExp(`\\b${anyWord}\\b`, 'i'),
);
