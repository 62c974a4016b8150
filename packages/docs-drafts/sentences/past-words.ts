import { type WordRule, wordRule } from '../word-rule.ts';

/** Words of a sentence, or of a heading above it, that speaks of the past, of a plan, or of what does not exist. */
export const pastWords: WordRule = wordRule(
  {
    'deprecat\\w*': 'is deprecated',
    'remov(?:ed|al|es|ing)': 'was removed',
    'delet(?:ed|ion)': 'has been deleted',
    'dropped|drops support': 'we dropped it',
    'discontinued|sunset|retired|obsolete': 'it is obsolete',
    'no longer|not any ?more|any longer': 'no longer works',
    'renam(?:ed|ing|e)': 'was renamed',
    'replac(?:ed|es|ing)|replacement|superseded?': 'replaced by another',
    'former(?:ly)?|previous(?:ly)?|earlier|originally|historical(?:ly)?|once was': 'formerly known',
    'used to (?:be|have|do)|was (?:called|named|known)|were (?:called|named|known)': 'it used to be',
    'instead of|in favou?r of|in place of|rather than': 'use x instead of y',
    'legacy|old(?:er)? (?:versions?|releases?|names?|api|way|style|format)|the old': 'the legacy way',
    'migrat\\w*': 'how to migrate',
    'upgrad\\w*': 'when you upgrade',
    'changelog|release notes?|breaking changes?|what.s new': 'a breaking change',
    '(?:before|prior to|until|up to|below|older than|as of|since|starting (?:from|with|in)|in|from|after) (?:version |release )?v?\\d+(?:\\.(?:\\d+|x))*(?:\\.x)?(?![\\d%]| (?:seconds?|minutes?|hours?|days?|ms|bytes|characters?|steps?|files?|items?|lines?|times?|places?|ways?|parts?))':
      'before 2.0',
    '(?:before|prior to) (?:go|python|node(?:\\.js)?|rust) v?\\d': 'prior to Go 1.18',
    '(?:does not|doesn.t|do not|don.t) (?:exist|support|have|provide)|unsupported|not (?:yet )?(?:supported|implemented|available|exist)|there is no':
      'there is no such thing',
    'planned|proposed?|proposal|todo|in the future|will be added|upcoming|coming soon|not yet':
      'it is planned',
    'backwards?[- ]compat\\w*|compatibility|alias(?:es)?': 'for backward compatibility',
    'unlike|compared (?:to|with)|versus|vs': 'unlike x',
  },
  (anyWord) => new RegExp(`(?<![\\w-])${anyWord}(?![\\w])|~~`, 'i'),
);

/** Headings that name a version: `2.x`, `v1.4.0`, `Version 3`. */
const versionHeading = /^\W*(?:version\s+|v|release\s+)?\d+(?:\.(?:\d+|x))+\b|^\W*(?:version|v)\s?\d+\b/i;

export const tellsPast = (context: string, headings: readonly string[]) =>
  pastWords.test(context) ||
  headings.some((heading) => pastWords.test(heading) || versionHeading.test(heading));
