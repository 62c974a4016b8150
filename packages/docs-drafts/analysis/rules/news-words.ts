import { wholeWord, wordRule } from '../../word-rule.ts';

/** The group of an entry by its words; the first one that matches counts. */
export const groupWords = {
  Added: wordRule({
    '^(?:add|allow|support|implement|create|new)(?:s|ed|ing)?\\b': 'Allow dark doors',
    '^(?!drop\\w*\\b)(?:[\\w./`()-]+ ){1,4}support\\b': 'Comments support in the parser',
  }),
  Deprecated: wordRule({ '^deprecate[sd]?\\b': 'Deprecate the bell' }),
  // "Delete now supports …" is about a command.
  Removed: wordRule({ '^(?:remove|drop|delete)(?:s|d|ped|ing)?\\b(?! now\\b)': 'Drop the bell' }),
  Fixed: wordRule({
    '^(?:fix|correct|prevent|handle)(?:s|es|ed|ing)?\\b': 'Handle broken keys',
    '^ensure[sd]?\\b': 'Ensure that bells ring',
    '\\b(?:to|and) fix\\b': 'Delay the bell to fix a ring',
    '\\beven if\\b': 'Close the door even if nobody knocked',
  }),
};

/** Repairs, if the words also say what went wrong: `Skip the name if the host is an address`. */
export const carefully = wordRule(
  {
    skip: 'Skip the door',
    ignore: 'Ignored the door',
    avoid: 'Avoid the door',
    'do(?:es)? not': 'Do not knock',
  },
  (anyWord) => new RegExp(`^${anyWord}(?:s|ped|ping|d|ed|ing)?\\b`, 'i'),
);

/**
 * In a commit these verbs may also describe the work; in a handwritten changelog they describe the effect: `Move the
 * list to the top`.
 */
export const rewriting = wordRule(
  {
    renam: 'Rename the door',
    'mov(?!e[sd]? off)': 'Move the door',
    'simpl(?:if|er)': 'Simplify the door',
  },
  (anyWord) => new RegExp(`^${anyWord}\\w*\\b`, 'i'),
);

/** Words for things that people use; things that exist only in code have other names. */
export const usedByUsers = wordRule(
  {
    'options?|flags?|commands?|settings?|endpoints?': 'Remove the option of doors',
    'deprecated|support': 'Remove what is deprecated',
    'pages?|buttons?|features?|plugins?': 'Remove the page of doors',
    'node(?:\\.js)?|python|go': 'Require Node.js 22',
    'parameters?|arguments?|methods?|types?|fields?': 'Remove the method of doors',
  },
  (anyWord) => new RegExp(`\\b${anyWord}\\b|\`[^\`]+\``, 'i'),
);

/** Features of the language, which occur only in code. */
export const languageMeans = wordRule(
  {
    '(?:strings|errors|t)\\.[A-Z]\\w+': 'Use strings.Cut',
    'constants?|imports?|helpers?': 'Replace numbers by constants',
    pathlib: 'Use pathlib',
  },
  (anyWord) => new RegExp(`^(?:us(?:e|ing)|replace|switch|call)[sd]?\\b.*\\b${anyWord}\\b`, 'i'),
);

/** Updates of other packages. */
export const dependencySubject = wordRule(
  {
    '[\\w@./-]+ (?:from|to)\\b': 'Bump left-pad from 1 to 2',
    '[\\w@./-]+@': 'Upgrade left-pad@2.0',
    'deps?\\b': 'Update deps',
    '\\w+ dependenc': 'Update npm dependency',
    '.*\\bdependencies$': 'Update all the dependencies',
    '[\\w@.-]*/[\\w@./-]+\\b(?! \\w+ to [a-z])': 'Update left-pad/core',
    '[\\w-]+ v?\\d+\\.\\d': 'Update left-pad 1.2',
    '[\\w@/-]+ and [\\w@/-]+\\.?$': 'Update left-pad and lodash',
  },
  (anyWord) => new RegExp(`^(?:bump|upgrade|update)(?:s|d|ed)? (?:to )?${anyWord}`, 'i'),
);

/** `drop support for Python 3.8`, `update minimum Go version`. */
export const requirement = wordRule(
  {
    'drop(?:s|ped|ping)? (?:support|python)': 'Drop Python 3.8',
    'bumps? go\\b.*\\bminimum': 'Bump Go to the minimum of others',
  },
  wholeWord,
);
