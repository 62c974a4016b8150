import { hash } from 'node:crypto';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { FalseSentence, Reason } from '../../../../packages/docs-drafts/index.ts';
import type { CheckResult } from './check-messages.ts';

const rules = {
  unannouncedBreak: {
    id: 'docket/unannounced-break',
    name: 'UnannouncedBreak',
    shortDescription: { text: 'A change breaks callers, and the version does not announce it' },
    help: { text: 'Keep what callers use, or raise the version of the package as far as a break needs.' },
    defaultConfiguration: { level: 'error' },
  },
  announcedBreak: {
    id: 'docket/announced-break',
    name: 'AnnouncedBreak',
    shortDescription: { text: 'A change breaks callers, and the version announces it' },
    help: { text: 'Say in the changelog what callers have to do.' },
    defaultConfiguration: { level: 'note' },
  },
  possibleBreak: {
    id: 'docket/possible-break',
    name: 'PossibleBreak',
    shortDescription: { text: 'A change breaks some callers, depending on how they use it' },
    help: { text: 'Look at how callers use it before you release it in a minor version.' },
    defaultConfiguration: { level: 'warning' },
  },
  falseSentence: {
    id: 'docket/false-sentence',
    name: 'FalseSentence',
    shortDescription: { text: 'The documentation names code that is gone' },
    help: { text: 'Correct the sentence, or keep what it names.' },
    defaultConfiguration: { level: 'error' },
  },
  possiblyFalseSentence: {
    id: 'docket/possibly-false-sentence',
    name: 'PossiblyFalseSentence',
    shortDescription: { text: 'The documentation may name code that is gone' },
    help: { text: 'Look whether the sentence still holds.' },
    defaultConfiguration: { level: 'warning' },
  },
} as const;

type RuleName = keyof typeof rules;
const ruleNames = Object.keys(rules) as RuleName[];

/** SARIF 2.1.0 as code scanning of code hosts takes it. */
export function toSarif({ verdict, isAnnounced, falseNow, mayBeFalse }: CheckResult): object {
  const breaks = verdict.reasons.flatMap((reason) => {
    const rule = ruleOf(reason, isAnnounced);
    return rule ? [reasonResult(rule, reason)] : [];
  });
  const results = [
    ...breaks,
    ...falseNow.map((sentence) => sentenceResult('falseSentence', sentence)),
    ...mayBeFalse.map((sentence) => sentenceResult('possiblyFalseSentence', sentence)),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Docket',
            semanticVersion: packageJson.version,
            rules: ruleNames.map((name) => rules[name]),
          },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

function ruleOf({ grade }: Reason, isAnnounced: boolean): RuleName | undefined {
  if (grade === 'may_break') return 'possibleBreak';
  return grade === 'breaks' ? (isAnnounced ? 'announcedBreak' : 'unannouncedBreak') : undefined;
}

function reasonResult(rule: RuleName, { text, file, line, before, after, grade }: Reason) {
  const signatures = [before && `Before: ${before}`, after && `After: ${after}`].filter(Boolean);
  return toResult(rule, {
    ...{ file, line },
    text: [text, ...signatures].join('\n'),
    identity: [grade, file, text],
  });
}

const sentenceResult = (rule: RuleName, { file, line, quote, kind, was }: FalseSentence) =>
  toResult(rule, { file, line, text: `${quote} is gone; it was in ${was}`, identity: [kind, file, quote] });

interface Place {
  file: string | null;
  line: number | null;
  text: string;
  /** What makes it the same alert, without the line, which changes when the file grows above it. */
  identity: unknown[];
}

function toResult(rule: RuleName, { file, line, text, identity }: Place) {
  return {
    ruleId: rules[rule].id,
    ruleIndex: ruleNames.indexOf(rule),
    level: rules[rule].defaultConfiguration.level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toRelativeUri(file ?? '.'), uriBaseId: '%SRCROOT%' },
          region: { startLine: line ?? 1 },
        },
      },
    ],
    partialFingerprints: {
      primaryLocationLineHash: `${hash('sha256', JSON.stringify(identity)).slice(0, 32)}:1`,
    },
  };
}

/** A path of git begins with no slash and has no `..`; other characters than letters and digits are encoded. */
const toRelativeUri = (file: string) =>
  file
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
