import { shortenSentences } from './short-sentences.ts';
import type { SentenceTable } from './translate-sentence.ts';

/** What can be wrong with a condition of the filter language, whose own words stay English. */
export const conditionProblems: Required<SentenceTable> = {
  frames: {
    'Column {}: {}': 'Spalte {}: {}',
    '{} Did you mean {}?': '{} War {} gemeint?',
    'Query (filter): {}': 'Filter: {}',
  },
  sentences: [
    shortenSentences({
      'There is no own field {} that you can see.':
        'Das eigene Feld {} gibt es nicht, oder es ist nicht sichtbar.',
      'There is no field {}; the fields are {}.': 'Das Feld {} gibt es nicht; möglich sind {}.',
      'There is no {} {} that you can see.': '{} {} gibt es nicht oder ist nicht sichtbar.',
      'Expected an operator after {}: {}.': 'Nach {} fehlt ein Operator: {}.',
      '{} takes {}, not {}.': 'Zu {} passt {}, nicht {}.',
      '{} stands alone, without an operator such as {}.': '{} steht allein, ohne Operator wie {}.',
      'Every ticket has {}: none is not possible.': 'Jedes Ticket hat {}: none ist nicht möglich.',
      'Expected words to search for.': 'Hier fehlen Wörter, nach denen gesucht wird.',
      'none can be compared by = and != only.': 'none lässt sich nur mit = und != vergleichen.',
      '{} is no {}; expected {}.': '{} ist kein Wert von {}; möglich: {}.',
      '{} is no value of {}; expected {}.': '{} ist kein Wert von {}; möglich: {}.',
      '{} is no date; expected one such as 2026-03-31, today, 7d, -2w or end of month.':
        '{} ist kein Tag; möglich sind etwa 2026-03-31, today, 7d, -2w oder end of month.',
      '{} is no number; expected one such as 3 or 0.25, or none.':
        '{} ist keine Zahl; möglich sind etwa 3 oder 0.25, oder none.',
      'A filter has at most {} conditions on text.': 'Ein Filter hat höchstens {} Bedingungen zu Text.',
      'A filter has at most {} conditions.': 'Ein Filter hat höchstens {} Bedingungen.',
      'A filter has at most {} values.': 'Ein Filter hat höchstens {} Werte.',
      'A filter has at most {} characters.': 'Ein Filter hat höchstens {} Zeichen.',
      'Parentheses and not may be nested {} deep at most.':
        'Klammern und not dürfen höchstens {}-mal verschachtelt sein.',
      'Expected {}, but {}.': 'Hier fehlt {}; {}.',
      'Expected != or !~.': 'Hier fehlt != oder !~.',
      'The closing {} is missing.': 'Das schließende {} fehlt.',
      'Control characters are not allowed.': 'Steuerzeichen sind nicht erlaubt.',
      'This is half of a character.': 'Das ist die Hälfte eines Zeichens.',
    }),
  ],
  names: {
    '“{}”': '„{}“',
    person: 'Person',
    label: 'Label',
    group: 'Gruppe',
    milestone: 'Meilenstein',
    project: 'Projekt',
    workspace: 'Arbeitsbereich',
    'and, or, or the end of the filter': 'and, or oder das Ende',
    'and, or, or a closing parenthesis': 'and, or oder eine schließende Klammer',
    'a field, not, or an opening parenthesis': 'ein Feld, not oder eine öffnende Klammer',
    'a list of values in parentheses': 'eine Liste von Werten in Klammern',
    'a comma or a closing parenthesis': 'ein Komma oder eine schließende Klammer',
    'a value': 'ein Wert',
    'week, month, quarter or year': 'week, month, quarter oder year',
    'the filter ends here': 'der Filter endet hier',
    'found the text “{}”': 'dort steht der Text „{}“',
    'found “{}”': 'dort steht „{}“',
    'a number': 'eine Zahl',
    'a date such as 2026-03-31, today, 7d or end of month':
      'ein Tag wie 2026-03-31, today, 7d oder end of month',
    'true or false': 'true oder false',
    'me, none, or a person whom you can see': 'me, none oder eine sichtbare Person',
  },
};
