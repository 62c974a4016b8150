import { wordRule } from '../../word-rule.ts';

/** Headings of changelogs without news: about the release itself and about work on the repository. */
export const quietSection = wordRule({
  'contributors?|^authors?\\b': 'New contributors',
  '\\bdoc(?:s|umentation)\\b': 'Documentation',
  'internal|maintenance|chores?': 'Internal',
  '\\b(?:ci|tests?)\\b': 'CI',
});

/** Kinds without news in files with one change: of towncrier, Ansible, reno and the like. */
export const quietKind = wordRule(
  {
    'docs?|documentation': 'doc',
    'misc|trivial|internal|chore|maintenance|packaging|contrib': 'trivial',
    'none|note|prelude|issues|known[ _]issues|release[ _]summary': 'prelude',
  },
  (anyWord) => new RegExp(`^${anyWord}$`, 'i'),
);

/** Texts that templates put into empty lists. */
export const placeholder = wordRule(
  {
    '\\W*|@[\\w-]+': '@ada',
    'tb[da]|to ?do|n/a|none|nothing(?: yet)?': 'TBD',
    'no (?:user-facing |notable |other )?changes': 'No changes',
  },
  (anyWord) => new RegExp(`^${anyWord}\\W*$`, 'i'),
);

/** Sentences before a list that say what the list is about. */
export const introducesBreaks = wordRule({
  'not backwards?[- ]compatible|backwards?[- ]incompatible': 'One feature is not backward compatible:',
});
export const introducesSecurity = wordRule({
  '\\bsecurity\\b': 'This release fixes these security issues:',
});

/** Headings above breaking changes; the changesets tool writes `Major Changes`. */
export const breakingSection = wordRule({
  breaking: 'Breaking changes',
  'backwards?[- ]incompatib': 'Backwards-incompatible changes',
  '^major changes$': 'Major Changes',
});

/** Headings in front of each entry: `[FEATURE] …`, `[Bug fix]: …`. */
export const entryTag = wordRule(
  {
    'features?|new|add\\w*': '[FEATURE] Doors',
    'enhancements?|improvements?|changes?|perf\\w*': '[CHANGE] Doors',
    '(?:bug ?)?fix(?:es)?|security': '[Bug fix]: Doors',
    'deprecat\\w+|remov\\w+|breaking(?: change)?': '[REMOVED] Doors',
    'internal|chore|doc(?:s|umentation)?|tests?': '[INTERNAL] Doors',
  },
  (anyWord) => new RegExp(`^\\[(${anyWord})\\]:?\\s+`, 'i'),
);

/** The groups of entries by the heading above them; the first one that matches counts. */
export const sectionGroups = {
  Security: wordRule({ security: 'Security fixes' }),
  Deprecated: wordRule({ deprecat: 'Deprecations' }),
  Removed: wordRule({ remov: 'Removals' }),
  Fixed: wordRule({ fix: 'Fixed', bug: 'Bugs' }),
  Added: wordRule({ add: 'Added', feature: 'Features', '\\bnew\\b': 'New', 'use ?case': 'usecase' }),
  Changed: wordRule({
    chang: 'Changed',
    'improve|enhanc|perf': 'Enhancements',
    other: 'Others',
    breaking: 'Breaking',
  }),
};
