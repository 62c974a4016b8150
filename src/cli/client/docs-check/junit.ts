import type { FalseSentence, Reason } from '../../../../packages/docs-drafts/index.ts';
import type { CheckResult } from './check-messages.ts';

/** JUnit XML: a failure for each break that the version does not announce and for each sentence that is false now. */
export function toJUnit({ verdict, isAnnounced, falseNow, base, head }: CheckResult): string {
  const breaks = verdict.reasons.filter(({ grade }) => grade === 'breaks');
  const cases = [
    ...(breaks.length === 0
      ? [
          `    <testcase classname="docket.docs" name="nothing breaks from ${escapeXml(`${base} to ${head}`)}"/>`,
        ]
      : breaks.map((reason) => toCase(reason, isAnnounced))),
    ...falseNow.map(sentenceCase),
  ];
  const failures = (isAnnounced ? 0 : breaks.length) + falseNow.length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="docket docs check" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function toCase({ text, file, line, before, after }: Reason, isAnnounced: boolean): string {
  const place = file === null ? '' : ` file="${escapeXml(file)}"${line === null ? '' : ` line="${line}"`}`;
  const head = `    <testcase classname="${escapeXml(file ?? 'docket.docs')}" name="${escapeXml(text)}"${place}`;
  if (isAnnounced) return `${head}/>`;
  const where = file === null ? [] : [line === null ? file : `${file}:${line}`];
  const signatures = [before && `before: ${before}`, after && `after: ${after}`].filter(
    (one) => one !== null,
  );
  const message = 'The version does not announce this break';
  return `${head}><failure message="${message}" type="break">${escapeXml([...where, ...signatures].join('\n'))}</failure></testcase>`;
}

function sentenceCase({ file, line, quote, was, patch }: FalseSentence): string {
  const name = escapeXml(`${file}:${line} ${quote}`);
  const place = `classname="${escapeXml(file)}" name="${name}" file="${escapeXml(file)}" line="${line}"`;
  const text = escapeXml(
    [`${quote} is gone; it was in ${was}`, ...(patch === null ? [] : [patch])].join('\n'),
  );
  return `    <testcase ${place}><failure message="This sentence is false now" type="false-sentence">${text}</failure></testcase>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 cannot have at all are replaced. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (char) => entities[char] as string);
