import { wholeWord, wordRule } from '../../word-rule.ts';

/** What was supported is not any more. */
export const endsSupport = wordRule({
  '^drop(?:s|ped|ping)? support\\b': 'Drop support for Python 3.8',
  '^support for (?:[^.;]|\\.\\d)*\\bhas been removed\\b': 'Support for Python 3.10 has been removed',
  '\\bremove[sd]?\\b[^.;]*\\bdeprecated\\b': 'Remove the deprecated bell',
  '\\bdeprecated\\b[^.;]*(?<!will be )\\bremoved\\b': 'The deprecated bell was removed',
  '^raise[sd]? (?:the )?minimum\\b[^.;]*\\bversion\\b': 'Raised the minimum Django version to 4.2',
  '\\bno longer supported\\b': 'Keys of wood are no longer supported',
});

/** Removals, which break others only if they used what went. */
export const removes = wordRule(
  {
    'remove[sd]?': 'Remove the bell',
    'drop(?:s|ped)?': 'Drop the bell',
    'delete[sd]?': 'Delete the bell',
    'requires?': 'Require keys',
  },
  (anyWord) => new RegExp(`^(?:[\\w-]+: )?${anyWord} |\\b(?:was|were|is|are|been) (?:removed|gone)\\b`, 'i'),
);

/** Removals that only concern the code or its development. */
export const ownUse = wordRule(
  {
    'unused|unnecessary|redundant|internal': 'Remove unused options',
    'tests?|docs?|comments?|ci|lint\\w*': 'Remove options of tests',
    'dependency|dependencies|deps': 'Remove dependencies',
    'package\\.json': 'Remove the author of package.json',
    hasOwnProperty: 'Remove hasOwnProperty of options',
  },
  wholeWord,
);

/** Other defaults, which break users who rely on them, in a major release. */
export const otherDefault = wordRule(
  { 'by default': 'Doors are open by default', 'defaults? (?:to|is|are|of)': 'Change the default of doors' },
  wholeWord,
);
